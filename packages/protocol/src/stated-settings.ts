/** The settings of a gateway that the privacy notice of a site states. One that the build does not know is undefined. */
export type StatedSettings = {
  retentionDays?: number | undefined
  autoReply?: boolean | undefined
  /** The host name of the mail server, if it is not in the network of the gateway. */
  mailServer?: string | undefined
}
