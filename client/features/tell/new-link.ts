import type { Failure } from '#client/forms/run-command.ts';
import { hashOf } from '#client/lib/secret-hash.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { LINK_SECRET_BYTES } from '#domain/links/fields.ts';

/** The result of giving a link: the op that gave it, or why it shows nothing. */
type Given = { op: Id; failure?: undefined } | { op?: undefined; failure: Failure };

/** Gives the visit a link with this hash. */
export type GiveLink = (hash: string) => Promise<Given>;

/** A link that this phone made. Until it is given nobody knows of it, and the server learns its hash alone. */
export class NewLink {
  readonly address: string;
  /** The op that gave it. */
  op: Id | undefined;
  readonly #secret: string;
  #giving: Promise<Given> | undefined;

  /** `origin` is that of the pages, https://framme.example.org. */
  constructor(origin: string) {
    this.#secret = makeId(crypto.getRandomValues(new Uint8Array(LINK_SECRET_BYTES)));
    this.address = `${origin}/visit#${this.#secret}`;
  }

  /** Gives the link, once however often it is asked for; after a failure it tries again. */
  give(run: GiveLink): Promise<Given> {
    this.#giving ??= this.#give(run);
    return this.#giving;
  }

  async #give(run: GiveLink): Promise<Given> {
    const given = await run(await hashOf(this.#secret));
    this.op = given.op;
    if (given.failure !== undefined) this.#giving = undefined;
    return given;
  }
}
