import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import chip from '#client/forms/chip.module.css';
import type { Content } from '#client/lib/jsx.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { addDays, type Day, isDay, startOfDay } from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';
import { type HistoryFilter, readFilter, writeFilter } from './filter.ts';
import styles from './filters.module.css';

interface Props {
  list: readonly ChildView[];
  filter: HistoryFilter;
  today: Day;
  /** The chosen days, in words. */
  period: string | undefined;
  onChange(filter: HistoryFilter): void;
}

/** With large text a button unfolds them: they would fill the screen. */
export function Filters({ list, filter, today, period, onChange }: Props) {
  const { texts } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { child, person, ...days } = filter;
  const who = { child, person };
  const setDay = (day: string) => {
    if (day === '') onChange(who);
    else if (isDay(day)) onChange({ ...who, day });
  };
  return (
    <search aria-label={texts.historyPage.filters} className="sized">
      <div className={`${styles.filters} row`} data-open={isOpen || undefined}>
        <button
          type="button"
          className={`${chip.chip} ${styles.unfold} target`}
          data-on={Object.keys(filter).length > 0 || undefined}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{texts.historyPage.filters}</span>
          <ChevronDown size={18} />
        </button>
        <ChipSelect
          name="child"
          label={texts.historyPage.child}
          value={child ?? ''}
          chosen={list.find(({ id }) => id === child)?.name}
          onChange={(chosen) => onChange({ ...(chosen && { child: chosen }), ...days })}
        >
          <option value="">{texts.historyPage.allChildren}</option>
          {list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ChipSelect>
        <PersonFilter
          list={list.filter(({ id }) => child === undefined || id === child)}
          person={person}
          onChange={(chosen) => onChange({ child, ...(chosen && { person: chosen }), ...days })}
        />
        <DaysFilter
          days={days}
          today={today}
          period={period}
          onChange={(chosen) => onChange({ ...who, ...chosen })}
        />
        <ChipDate
          name="day"
          label={texts.historyPage.day}
          value={filter.day ?? ''}
          max={today}
          onChange={setDay}
        />
      </div>
    </search>
  );
}

interface DaysFilterProps extends Pick<Props, 'today' | 'onChange'> {
  days: HistoryFilter;
  period: string | undefined;
}

function DaysFilter({ days, today, period, onChange }: DaysFilterProps) {
  const { texts, format } = useTranslation();
  const near: readonly [words: string, days: HistoryFilter][] = [
    [texts.historyPage.allDays, {}],
    [texts.historyPage.today, { day: today }],
    [texts.historyPage.yesterday, { day: addDays(today, -1) }],
    [texts.historyPage.thisWeek, { week: 'this' }],
    [texts.historyPage.lastSeven, { days: 7 }],
  ];
  const chosen = writeFilter(days).toString();
  const options = near.map(([words, of]) => ({ words, value: writeFilter(of).toString() }));
  const words = days.day ? format.monthDay(startOfDay(days.day)) : (period ?? '');
  const others = options.some(({ value }) => value === chosen) ? [] : [{ words, value: chosen }];
  const listed = [...options, ...others];
  return (
    <ChipSelect
      name="days"
      label={texts.historyPage.when}
      value={chosen}
      // The date's own chip shows any other day.
      chosen={
        days.day && others.length > 0
          ? undefined
          : listed.find(({ value }) => value === (chosen || undefined))?.words
      }
      onChange={(value) => onChange(readFilter(new URLSearchParams(value)))}
    >
      {listed.map(({ words, value }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </ChipSelect>
  );
}

interface PersonFilterProps {
  list: readonly ChildView[];
  person: Id | undefined;
  onChange(person: string): void;
}

function PersonFilter({ list, person, onChange }: PersonFilterProps) {
  const { texts, language } = useTranslation();
  const groups = list.map((child) => ({
    child,
    people: byName(visitorsOf([child]), language),
  }));
  const chosen = groups.flatMap(({ people }) => people).find(({ ref }) => ref.visitor === person);
  const options = (people: readonly VisitorView[]) =>
    people.map(({ ref, name }) => (
      <option key={ref.visitor} value={ref.visitor}>
        {name}
      </option>
    ));
  return (
    <ChipSelect
      name="person"
      label={texts.historyPage.person}
      value={person ?? ''}
      chosen={chosen?.name}
      onChange={onChange}
    >
      <option value="">{texts.historyPage.everyone}</option>
      {groups.length === 1
        ? options(groups[0]?.people ?? [])
        : groups.map(({ child, people }) => (
            <optgroup key={child.id} label={child.name}>
              {options(people)}
            </optgroup>
          ))}
    </ChipSelect>
  );
}

function byName(people: readonly VisitorView[], language: string): VisitorView[] {
  const { compare } = new Intl.Collator(language);
  return people.toSorted((a, b) => compare(a.name, b.name));
}

interface ChipSelectProps extends Omit<ChipDateProps, 'max'> {
  /** Shown instead of the label. */
  chosen: string | undefined;
  children: Content;
}

function ChipSelect({ name, label, value, onChange, chosen, children }: ChipSelectProps) {
  return (
    <span className={`${chip.chip} inline`} data-on={chosen !== undefined || undefined}>
      <span aria-hidden="true" className={chip.words}>
        {chosen ?? label}
      </span>
      <ChevronDown size={18} />
      <select
        name={name}
        aria-label={label}
        className={chip.select}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
    </span>
  );
}

interface ChipDateProps {
  name: string;
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  max: string;
  onChange(value: string): void;
}

function ChipDate({ name, label, value, max, onChange }: ChipDateProps) {
  const [isTyping, setTyping] = useState(false);
  return (
    <span
      className={`${chip.chip} inline`}
      data-date
      data-on={value !== '' || undefined}
      data-wide={isTyping || undefined}
    >
      <CalendarDays size={20} />
      <input
        type="date"
        name={name}
        aria-label={label}
        className={chip.date}
        value={value}
        max={max}
        onKeyUp={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
