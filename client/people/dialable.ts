/**
 * In: a phone number as a parent typed it, "+46 (0)70-123 45 67". Out: what `tel:` and `sms:` take, "+46701234567": digits
 * and a leading plus. The zero in brackets is only dialled without the country's code, so it goes where that is given.
 */
export function dialable(phone: string): string {
  const trimmed = phone.trim();
  const isInternational = /^(\+|00)/.test(trimmed);
  const digits = (isInternational ? trimmed.replace('(0)', '') : trimmed).replace(/\D/g, '');
  return trimmed.startsWith('+') ? `+${digits}` : digits;
}
