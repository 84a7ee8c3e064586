/** Runs in the page: what appears takes no press before `finishAppearing` is called, however slow the machine is. */
export function holdAppearing(): void {
  const held: Animation[] = [];
  window.finishAppearing = () => held.splice(0).forEach((one) => void one.finish());
  window.addEventListener('animationstart', ({ target, animationName }) => {
    if (animationName !== 'unpressable' || !(target instanceof Element)) return;
    for (const one of target.getAnimations()) {
      if (!(one instanceof CSSAnimation) || one.animationName !== animationName) continue;
      one.pause();
      held.push(one);
    }
  });
}

/** Runs in the page: what has appeared takes presses. */
export function finishAppearing(): void {
  window.finishAppearing?.();
}

declare global {
  interface Window {
    finishAppearing?: () => void;
  }
}
