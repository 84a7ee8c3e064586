import type { ChildView } from '#client/data/port.ts';
import { SelectField } from '#client/forms/select-field.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { addDays, type Day, isDay } from '#client/ui/local-day.ts';
import type { HistoryFilter } from './filter.ts';
import styles from './filters.module.css';

interface Props {
  list: readonly ChildView[];
  filter: HistoryFilter;
  today: Day;
  onChange(filter: HistoryFilter): void;
}

/** The controls that filter the history by child and days. */
export function Filters({ list, filter, today, onChange }: Props) {
  const { t } = useTranslation();
  const { child } = filter;
  const ofChild = child === undefined ? {} : { child };
  return (
    <search aria-label={t(($) => $.history.filters)} className={styles.filters}>
      <div className={styles.fields}>
        <SelectField
          name="child"
          label={t(($) => $.history.child)}
          value={child ?? ''}
          onChange={({ target }) => onChange({ ...withoutChild(filter), ...chosen(target.value) })}
        >
          <option value="">{t(($) => $.history.allChildren)}</option>
          {list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          name="day"
          type="date"
          className={styles.tight}
          label={t(($) => $.history.day)}
          value={filter.day ?? ''}
          max={today}
          onChange={({ target }) => {
            if (target.value === '') onChange(ofChild);
            else if (isDay(target.value)) onChange({ ...ofChild, day: target.value });
          }}
        />
      </div>
      <QuickChoices filter={filter} today={today} onChange={(days) => onChange({ ...ofChild, ...days })} />
    </search>
  );
}

function QuickChoices({ filter, today, onChange }: Omit<Props, 'list'>) {
  const { t } = useTranslation();
  const yesterday = addDays(today, -1);
  const choices: { words: string; days: HistoryFilter; isOn: boolean }[] = [
    { words: t(($) => $.history.allTime), days: {}, isOn: !filter.day && !filter.days },
    { words: t(($) => $.history.today), days: { day: today }, isOn: filter.day === today },
    { words: t(($) => $.history.yesterday), days: { day: yesterday }, isOn: filter.day === yesterday },
    { words: t(($) => $.history.lastSeven), days: { days: 7 }, isOn: !filter.day && filter.days === 7 },
  ];
  return (
    <fieldset className={styles.quick}>
      <legend className="visually-hidden">{t(($) => $.history.quick)}</legend>
      {choices.map(({ words, days, isOn }) => (
        <button
          key={words}
          type="button"
          className={styles.choice}
          aria-pressed={isOn}
          onClick={() => onChange(days)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}

function withoutChild({ child: _all, ...rest }: HistoryFilter): HistoryFilter {
  return rest;
}

function chosen(child: string): HistoryFilter {
  return child === '' ? {} : { child };
}
