/** Names that turn into markup, script or another field wherever text is concatenated unescaped. */
export const HOSTILE_NAMES = [
  '<img src=x onerror="window.hit=1">',
  '"><svg onload=window.hit=1>',
  '<script>window.hit=1</script>',
  '</script><script>window.hit=1</script>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  "' onmouseover='window.hit=1",
  'javascript:window.hit=1',
  '{{constructor.constructor("window.hit=1")()}}',
  '$t(common.add) {{name}} $&',
  '<a href="javascript:window.hit=1">Ella</a>',
  '&lt;b&gt;&#60;b&#62;',
  '=HYPERLINK("//evil.example";"Ella")',
];
