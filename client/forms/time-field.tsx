import { useTranslation } from '#client/translations/use-translation.tsx';
import { clockOf, dayOf, timesOn } from '#client/ui/local-day.ts';
import { SelectField, TextField, type TextFieldProps } from './field.tsx';

interface Props extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** HH:MM, or empty. */
  value: string;
  /** Its possible times in ms, by `timesOn`. */
  times: readonly number[];
  at: number;
  onType(value: string): void;
  onChoose(at: number): void;
}

/** If the clocks change, asks which time is meant or shows a skipped one's replacement. */
export function TimeField({ times, at, onType, onChoose, ...field }: Props) {
  const { t } = useTranslation('details');
  const nameOf = useTimeName();
  const { value: time } = field;
  const [first = Number.NaN] = times;
  const moved = clockOf(first);
  return (
    <div className="stack gap-2">
      <TextField {...field} type="time" autoComplete="off" onChange={({ target }) => onType(target.value)} />
      {times.length > 1 && (
        <SelectField
          name={`${field.name}-of-two`}
          label={t(($) => $.correction.twice, { time })}
          value={at}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {times.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </SelectField>
      )}
      <p role="status" className="collapse muted">
        {times.length === 1 && moved !== time && t(($) => $.correction.skipped, { time, moved })}
      </p>
    </div>
  );
}

/** From ms: "15:04", or "first 02:30" if the clock shows it twice. */
export function useTimeName(): (at: number) => string {
  const { t } = useTranslation('details');
  return (at) => {
    const time = clockOf(at);
    const times = timesOn(dayOf(at), time);
    if (times.length < 2) return time;
    return t(($) => (at < Number(times[1]) ? $.correction.first : $.correction.second), { time });
  };
}
