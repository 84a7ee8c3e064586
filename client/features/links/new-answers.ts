import type { ChildView, Sharing, VisitorView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';

interface NewAnswer {
  visitor: VisitorView;
  answer: NonNullable<Sharing['answer']>;
}

/** Tells which answers of those who are here are new: each once, and none that stood when the page opened. */
export class NewAnswers {
  #known: Map<Id, string> | undefined;

  /** Returns the answers that are new since the last call. */
  in(children: readonly ChildView[]): NewAnswer[] {
    const before = this.#known;
    const known = new Map(before);
    const fresh: NewAnswer[] = [];
    for (const visitor of children.flatMap(({ friends, guests }) => [...friends, ...guests])) {
      const { answer, visit = '' } = visitor.openVisit ?? {};
      if (!answer || known.get(visit) === answer.at) continue;
      known.set(visit, answer.at);
      if (before) fresh.push({ visitor, answer });
    }
    this.#known = known;
    return fresh;
  }
}
