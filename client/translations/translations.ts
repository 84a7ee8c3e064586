import { type LazyPart, lazyPart } from '#client/lib/lazy-part.ts';
import { type Language, LOCALES } from '#domain/language.ts';
import type { Texts } from './all-texts.ts';
import { type Format, formatIn } from './format.ts';
import type { Part } from './parts.ts';

/** A text in the plural forms of its language; `count` chooses. `zero` is for none, in any language. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
type Values = Readonly<Record<string, string | number>>;

/** Returns the selected text, `t(($) => $.common.save)`, with `{{name}}` replaced by `values.name`. */
export interface Translate<Selectable = Texts['app']> {
  (select: ($: Selectable) => string, values?: Values): string;
  (select: ($: Selectable) => Plural, values: Values & { count: number }): string;
}

/** Loads one part of a language's texts. */
type LoadPart = (language: Language, part: Part) => Promise<object>;

/** The texts of one language, as far as they are loaded. */
export class LanguageTexts {
  /** All loaded parts but `pages`. */
  readonly app = {} as Texts['app'];
  readonly pages = {} as Texts['pages'];
  readonly t: Translate;
  readonly tPages: Translate<Texts['pages']>;
  readonly language: Language;
  readonly format: Format;
  readonly loaded = new Set<Part>();
  readonly #load: LoadPart;
  readonly #parts = new Map<Part, LazyPart<object>>();

  constructor(language: Language, load: LoadPart) {
    this.language = language;
    this.format = formatIn(language);
    this.#load = load;
    const rules = new Intl.PluralRules(LOCALES[language]);
    this.t = translateFrom(this.app, rules);
    this.tPages = translateFrom(this.pages, rules);
  }

  /** A part as it loads; once loaded, `app` or `pages` have its texts. */
  part(part: Part): LazyPart<object> {
    const known = this.#parts.get(part);
    if (known) return known;
    const loading = lazyPart(async () => {
      const texts = await this.#load(this.language, part);
      this.add(part, texts);
      return texts;
    });
    this.#parts.set(part, loading);
    return loading;
  }

  add(part: Part, texts: object): void {
    Object.assign(part === 'pages' ? this.pages : this.app, texts);
    this.loaded.add(part);
  }
}

/** The texts of the current language. Listeners hear of a change of language. */
export class Translations {
  #current: LanguageTexts;
  readonly #load: LoadPart;
  /** The language chosen last, which may still be loading. */
  #wanted: LanguageTexts;
  readonly #listeners = new Set<() => void>();

  constructor(language: Language, load: LoadPart) {
    this.#load = load;
    this.#current = new LanguageTexts(language, load);
    this.#wanted = this.#current;
  }

  readonly current = (): LanguageTexts => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads these parts of the current language. Rejects if they cannot be loaded. */
  async load(parts: readonly Part[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#current.part(part).load()));
  }

  /** Switches once all that is loaded is loaded in the other language too; a later choice wins. */
  async choose(language: Language): Promise<void> {
    if (this.#wanted.language === language) return;
    const next =
      language === this.#current.language ? this.#current : new LanguageTexts(language, this.#load);
    this.#wanted = next;
    try {
      await catchUp(next, this.#current.loaded);
    } catch (error) {
      if (this.#wanted === next) this.#wanted = this.#current;
      throw error;
    }
    if (this.#wanted !== next || next === this.#current) return;
    this.#current = next;
    for (const listener of this.#listeners) listener();
  }
}

/** Loads what is missing, and what was added to `wanted` meanwhile. */
async function catchUp(texts: LanguageTexts, wanted: ReadonlySet<Part>): Promise<void> {
  const missing = [...wanted].filter((part) => !texts.loaded.has(part));
  if (missing.length === 0) return;
  await Promise.all(missing.map((part) => texts.part(part).load()));
  return catchUp(texts, wanted);
}

function translateFrom<Selectable>(texts: Selectable, rules: Intl.PluralRules): Translate<Selectable> {
  return (select: ($: Selectable) => string | Plural, values: Values = {}) => {
    const text = select(texts);
    return interpolate(typeof text === 'string' ? text : formOf(text, Number(values.count), rules), values);
  };
}

function formOf(plural: Plural, count: number, rules: Intl.PluralRules): string {
  return plural[count === 0 && plural.zero ? 'zero' : rules.select(count)] ?? plural.other;
}

/** Leaves a placeholder without a value as it is. A value is never searched for placeholders. */
function interpolate(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
