/** Something that the owner can mend; its message says how. */
export class BuildFault extends Error {}
