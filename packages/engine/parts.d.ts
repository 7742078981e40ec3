/** The styles of a part: its class names. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

/** Styles without class names of their own, also those of a package. */
declare module '*.css' {}
