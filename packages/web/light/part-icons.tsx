import { createIcon } from './icons.tsx'

// Icons of the components of task pages; the sign-in pages have theirs in a separate file.
export const ChevronLeftIcon = createIcon(<path d="m15 4.8-7.2 7.2 7.2 7.2" />)
export const ChevronRightIcon = createIcon(<path d="m9 4.8 7.2 7.2L9 19.2" />)
export const ChevronDownIcon = createIcon(<path d="m4.8 8.6 7.2 7.2 7.2-7.2" />)
export const InfoIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.6M12 7.6v.1" />
  </>,
)
export const CloseIcon = createIcon(<path d="m5.6 5.6 12.8 12.8M18.4 5.6 5.6 18.4" />)
export const SavedIcon = createIcon(
  <path d="M7.2 19.2a4.4 4.4 0 0 1-.6-8.8 5.6 5.6 0 0 1 10.8 0 4.4 4.4 0 0 1-.6 8.8Zm2-5.4 2 2 3.8-4" />,
)
export const CloudIcon = createIcon(
  <path d="M7.2 19.2a4.4 4.4 0 0 1-.6-8.8 5.6 5.6 0 0 1 10.8 0 4.4 4.4 0 0 1-.6 8.8Z" />,
)
export const HomeIcon = createIcon(<path d="M4 10.4 12 3.6l8 6.8V20.4h-5.4v-6h-5.2v6H4Z" />)
export const PageIcon = createIcon(
  <>
    <path d="M6 3.4h8.4L18.6 7.6v13H6Z" />
    <path d="M14 3.6v4.4h4.4M9 12.6h6.6M9 16.2h6.6" />
  </>,
)
export const CallIcon = createIcon(
  <path d="M5.6 3.6h3.2l1.6 4-2 1.6c.8 2.4 3 4.6 5.4 5.4l1.6-2 4 1.6v3.2c0 1-.8 1.8-1.8 1.8C10.4 19.2 4.8 12.2 3.8 5.4c0-1 .8-1.8 1.8-1.8Z" />,
)
export const CopyIcon = createIcon(
  <>
    <rect x="8.4" y="8.4" width="12" height="12" rx="1.4" />
    <path d="M15.6 8.4V3.6H3.6v12h4.8" />
  </>,
)
export const UndoIcon = createIcon(<path d="M9 4.6 4.4 9.2 9 13.8M4.6 9.2h10a5 5 0 0 1 0 10H10" />)
export const SearchIcon = createIcon(
  <>
    <circle cx="10.6" cy="10.6" r="6.8" />
    <path d="m15.6 15.6 5 5" />
  </>,
)
export const PrintIcon = createIcon(
  <>
    <path d="M7 8.4V3.6h10v4.8M7 17H3.6V8.4h16.8V17H17" />
    <path d="M7 13.4h10v7H7Z" />
  </>,
)
export const PencilIcon = createIcon(<path d="m4.4 19.6.8-4L16 4.8l3.2 3.2L8.4 18.8ZM13.8 7l3.2 3.2" />)
