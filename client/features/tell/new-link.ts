import type { Failure } from '#client/forms/run-command.ts';
import { hashOf } from '#client/lib/secret-hash.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { LINK_SECRET_BYTES } from '#domain/links/fields.ts';

/** The result of giving a link: the op that gave it, or why it shows nothing. */
type Given = { op: Id; failure?: undefined } | { op?: undefined; failure: Failure };

/** Gives the visit a link with this hash; `showsPhone`: its page shows the parent's own number. */
export type GiveLink = (hash: string, showsPhone: boolean) => Promise<Given>;

/** A link that this phone made. Until it is given nobody knows of it, and the server learns its hash alone. */
export class NewLink {
  readonly address: string;
  /** The op that gave it first. */
  op: Id | undefined;
  readonly #secret: string;
  #giving: Promise<Given> | undefined;
  #showsPhone = false;

  /** `origin` is that of the pages, https://framme.example.org. */
  constructor(origin: string) {
    this.#secret = makeId(crypto.getRandomValues(new Uint8Array(LINK_SECRET_BYTES)));
    this.address = `${origin}/visit#${this.#secret}`;
  }

  /** Gives the link, once however often it is asked for, unless the choice has changed; after a failure it tries again. */
  give(run: GiveLink, showsPhone: boolean): Promise<Given> {
    if (!this.#giving || this.#showsPhone !== showsPhone) this.#giving = this.#give(run, showsPhone);
    this.#showsPhone = showsPhone;
    return this.#giving;
  }

  async #give(run: GiveLink, showsPhone: boolean): Promise<Given> {
    const given = await run(await hashOf(this.#secret), showsPhone);
    this.op ??= given.op;
    if (given.failure !== undefined) this.#giving = undefined;
    return given;
  }
}
