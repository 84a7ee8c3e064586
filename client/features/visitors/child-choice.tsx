import { useId, useRef } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { FieldProblem } from '#client/forms/field.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './child-choice.module.css';

interface Props {
  list: readonly ChildView[];
  chosen: Id | undefined;
  /** True if the form was sent without a child. */
  isMissing: boolean;
  /** `isPressed` is true for a finger or mouse, false for the arrow keys. */
  onChoose(child: Id, isPressed: boolean): void;
}

/** Chooses whose friend it is. */
export function ChildChoice({ list, chosen, isMissing, onChoose }: Props) {
  const { t } = useTranslation(['rare']);
  const problem = useId();
  const isPressed = useRef(false);
  return (
    <fieldset
      className={styles.choice}
      aria-describedby={isMissing ? problem : undefined}
      onPointerDown={() => (isPressed.current = true)}
      onKeyDown={() => (isPressed.current = false)}
    >
      <legend className={styles.legend}>{t(($) => $.newFriend.whoseFriend)}</legend>
      <div className={styles.children}>
        {list.map(({ id, name }) => (
          <label key={id} className={styles.child}>
            <input
              type="radio"
              name="child"
              className={styles.radio}
              required
              checked={id === chosen}
              onChange={() => onChoose(id, isPressed.current)}
            />
            <PersonName>{name}</PersonName>
          </label>
        ))}
      </div>
      {isMissing && <FieldProblem id={problem}>{t(($) => $.newFriend.chooseChild)}</FieldProblem>}
    </fieldset>
  );
}
