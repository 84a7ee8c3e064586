/**
 * Converts a typed phone number, "+46 (0)70-123 45 67", to the form that `tel:` and `sms:` take, "+46701234567": digits and
 * a leading plus. Drops a zero in brackets after a country code, which is dialled only without the code.
 */
export function dialable(phone: string): string {
  const trimmed = phone.trim();
  const isInternational = /^(\+|00)/.test(trimmed);
  const digits = (isInternational ? trimmed.replace('(0)', '') : trimmed).replace(/\D/g, '');
  return trimmed.startsWith('+') ? `+${digits}` : digits;
}
