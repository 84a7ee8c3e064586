import type { Component as ClassComponent, ExoticComponent, FragmentProps, JSX as ReactJsx } from 'react';

/** No text: React fails to remove text nodes that a browser's translator replaced. */
export type Elements = ReactJsx.Element | readonly Elements[] | boolean | '' | null | undefined;

/** Elements, or one text alone, which React rewrites despite a translator. */
export type Content = string | number | Elements;

export type Component<P = object> = (props: P) => Elements;

export type Attributes<Name extends keyof ReactJsx.IntrinsicElements> = JSX.IntrinsicElements[Name];

type WithChildren<P, Children> = { [Key in keyof P]: Key extends 'children' ? Children : P[Key] };

export declare const Fragment: ExoticComponent<FragmentProps>;

/** Types only (`jsxImportSource` in tsconfig.client.json): text beside elements does not compile. */
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
  /** React's own components hold elements only. */
  export type LibraryManagedAttributes<C, P> =
    C extends ExoticComponent<never> ? WithChildren<P, Elements> : P;
  export type IntrinsicElements = {
    [Name in keyof ReactJsx.IntrinsicElements]: WithChildren<ReactJsx.IntrinsicElements[Name], Content>;
  };
}
