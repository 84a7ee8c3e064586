import { type LazyModule, lazyModule } from '#client/lib/lazy-module.ts';
import { Listeners } from '#client/lib/listeners.ts';
import { type Language, LOCALES } from '#domain/language.ts';
import { type Format, formatIn } from './format.ts';
import type { texts as core } from './sv/core.ts';
import type { texts as details } from './sv/details.ts';
import type { texts as home } from './sv/home.ts';
import type { texts as forVisitors } from './sv/public.ts';

/** `count` chooses; `zero` is for 0 in any language. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
type Values = Readonly<Record<string, string | number>>;

/** `t(($) => $.common.save)`, with `{{name}}` replaced by `values.name`. */
export interface Translate<B extends Bundle = 'core'> {
  (select: ($: Texts<B>) => string, values?: Values): string;
  (select: ($: Texts<B>) => Plural, values: Values & { count: number }): string;
}

type LoadBundle = (language: Language, bundle: Bundle) => Promise<object>;

class LanguageTexts {
  readonly language: Language;
  readonly format: Format;
  /** Those of the loaded bundles. */
  readonly texts = {} as AllTexts;
  readonly t: Translate<Bundle>;
  readonly bundles: Record<Bundle, LazyModule<object>>;

  constructor(language: Language, load: LoadBundle) {
    this.language = language;
    this.format = formatIn(language);
    this.t = translateFrom(this.texts, new Intl.PluralRules(LOCALES[language]));
    const bundle = (name: Bundle) =>
      lazyModule(async () => Object.assign(this.texts, await load(language, name)));
    this.bundles = {
      ...{ core: bundle('core'), home: bundle('home') },
      ...{ public: bundle('public'), details: bundle('details') },
    };
  }

  async load(bundles: readonly Bundle[]): Promise<void> {
    await Promise.all(bundles.map((bundle) => this.bundles[bundle].load()));
  }
}

export class Translations {
  #current: LanguageTexts;
  readonly #load: LoadBundle;
  /** The last choice, which may still be loading. */
  #wanted: LanguageTexts;
  readonly #listeners = new Listeners();

  constructor(language: Language, load: LoadBundle) {
    this.#load = load;
    this.#current = new LanguageTexts(language, load);
    this.#wanted = this.#current;
  }

  readonly current = (): LanguageTexts => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  load(bundles: readonly Bundle[]): Promise<void> {
    return this.#current.load(bundles);
  }

  /** Switches once the loaded bundles are loaded in the other language; the latest choice wins. */
  async choose(language: Language): Promise<void> {
    if (this.#wanted.language === language) return;
    const next =
      language === this.#current.language ? this.#current : new LanguageTexts(language, this.#load);
    this.#wanted = next;
    try {
      await this.#loadSame(next);
    } catch (error) {
      if (this.#wanted === next) this.#wanted = this.#current;
      throw error;
    }
    if (this.#wanted !== next || next === this.#current) return;
    this.#current = next;
    this.#listeners.notify();
  }

  /** Repeats for bundles that the current language loaded meanwhile. */
  async #loadSame(next: LanguageTexts): Promise<void> {
    const missing = BUNDLES.filter(
      (name) => this.#current.bundles[name].loaded && !next.bundles[name].loaded,
    );
    if (missing.length === 0) return;
    await next.load(missing);
    await this.#loadSame(next);
  }
}

function translateFrom(texts: AllTexts, rules: Intl.PluralRules): Translate<Bundle> {
  return (select: ($: AllTexts) => string | Plural, values: Values = {}) => {
    const text = select(texts);
    return interpolate(typeof text === 'string' ? text : formOf(text, Number(values.count), rules), values);
  };
}

function formOf(plural: Plural, count: number, rules: Intl.PluralRules): string {
  return plural[count === 0 && plural.zero ? 'zero' : rules.select(count)] ?? plural.other;
}

/** Keeps a placeholder without a value; never searches values for placeholders. */
function interpolate(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/**
 * `core`: every page, and most first screens. `home`: the front page. `public`: sign-in, recovery, text pages.
 * `details`: a parent's dialogs and settings.
 */
export const BUNDLES = ['core', 'home', 'public', 'details'] as const;

export type Bundle = (typeof BUNDLES)[number];

/** Relative to `client`. */
export function sourceOfTexts(bundle: Bundle, language: Language): string {
  return `translations/${language}/${bundle}.ts`;
}

/** A missing or additional key fails to compile. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

export interface BundleTexts {
  core: Translated<typeof core>;
  home: Translated<typeof home>;
  public: Translated<typeof forVisitors>;
  details: Translated<typeof details>;
}

export type AllTexts = BundleTexts['core'] &
  BundleTexts['home'] &
  BundleTexts['public'] &
  BundleTexts['details'];

/** Those of `core` and the bundles `B`. */
export type Texts<B extends Bundle> = Pick<AllTexts, { [K in Bundle]: keyof BundleTexts[K] }[B | 'core']>;
