import type { Attributes, Elements } from '#client/lib/jsx.ts';
import { classes } from '#client/ui/classes.ts';

interface FormProps extends Omit<Attributes<'form'>, 'method' | 'noValidate' | 'onSubmit' | 'children'> {
  children: Elements;
  onSubmit(form: HTMLFormElement): void;
}

/** Sends nothing itself: before scripts load, no password may get into a URL. */
export function Form({ className, onSubmit, ...rest }: FormProps) {
  return (
    <form
      method="dialog"
      noValidate
      {...rest}
      className={classes('stack gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    />
  );
}
