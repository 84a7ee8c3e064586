import type { ComponentProps } from 'react';
import { classes } from '#client/ui/classes.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> {
  onSubmit(form: HTMLFormElement): void;
}

/** A form that the app checks and sends itself. Until scripts are loaded it sends nothing: no password gets into a URL. */
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
