interface Props {
  className?: string
  'aria-hidden'?: boolean
}

/** An undo arrow; mirrored it is that of redo. antd's look like Ω at this size. */
export const UndoArrow = (props: Props) => (
  <svg {...props} width="1em" height="1em" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4">
    <path d="M5.5 2.5 2.5 5.5l3 3M2.5 5.5h7a4 4 0 0 1 0 8H6" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
