/** Number formats of the report. */
export const whole = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', ' ');
export const fixed = (value: number, digits: number) => value.toFixed(digits);
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : whole(value)} ms`;
export const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;
export const percent = (share: number) => `${whole(share * 100)} %`;
