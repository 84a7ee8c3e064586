/** The secret of a link: random bytes, and the letters that makeId spells them with. */
export const LINK_SECRET_BYTES = 32;
export const LINK_SECRET_LENGTH = 52;
