const formatter = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' })

/** A moment in the operator's own time zone, exact on hover. */
export const Moment = ({ at }: { readonly at: string }) => <time dateTime={at} title={at}>{formatter.format(new Date(at))}</time>
