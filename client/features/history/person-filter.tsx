import type { ChildView, VisitorView } from '#client/data/port.ts';
import { ChipSelect } from '#client/forms/chip-select.tsx';
import { useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';

interface Props {
  /** The children whose friends and guests can be chosen. */
  list: readonly ChildView[];
  person: Id | undefined;
  onChange(person: string): void;
}

/** Chooses one friend or guest; those of several children stand below the child's name. */
export function PersonFilter({ list, person, onChange }: Props) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const groups = list.map((child) => ({
    child,
    people: byName([...child.friends, ...child.guests], language),
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
      label={t(($) => $.historyPage.person)}
      value={person ?? ''}
      chosen={chosen?.name}
      onChange={onChange}
    >
      <option value="">{t(($) => $.historyPage.everyone)}</option>
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
