import type { Component as ClassComponent, ExoticComponent, FragmentProps, JSX as ReactJsx } from 'react';

/** May stand beside others; text may not: a browser's translator replaces its node, which React then removes in vain. */
export type Elements = ReactJsx.Element | readonly Elements[] | boolean | '' | null | undefined;

/** The contents of an element: others, or one text alone, which React writes whatever a translator made of it. */
export type Content = string | number | Elements;

export type Component<P = object> = (props: P) => Elements;

export type Attributes<Name extends keyof ReactJsx.IntrinsicElements> = JSX.IntrinsicElements[Name];

type WithChildren<P, Children> = { [Key in keyof P]: Key extends 'children' ? Children : P[Key] };

export declare const Fragment: ExoticComponent<FragmentProps>;

/** Types alone (`jsxImportSource` in tsconfig.client.json), by which no text compiles beside other elements. */
export namespace JSX {
  export type ElementType =
    | keyof IntrinsicElements
    | ((props: never) => Elements)
    | ExoticComponent<never>
    | (new (
        props: never,
      ) => ClassComponent);
  export type Element = ReactJsx.Element;
  export type ElementClass = ReactJsx.ElementClass;
  export type ElementAttributesProperty = ReactJsx.ElementAttributesProperty;
  export type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute;
  export type IntrinsicAttributes = ReactJsx.IntrinsicAttributes;
  export type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>;
  /** React's own components, such as contexts and fragments, hold elements alone. */
  export type LibraryManagedAttributes<C, P> =
    C extends ExoticComponent<never> ? WithChildren<P, Elements> : P;
  export type IntrinsicElements = {
    [Name in keyof ReactJsx.IntrinsicElements]: WithChildren<ReactJsx.IntrinsicElements[Name], Content>;
  };
}
