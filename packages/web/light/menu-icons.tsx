import { createIcon } from './icons.tsx'

// Icons of pages and applications on a phone; loaded with the page that lists them.
export const ContactsIcon = createIcon(
  <>
    <rect x="5" y="3" width="15" height="18" rx="1.8" />
    <circle cx="12.5" cy="9.6" r="2.4" />
    <path d="M8.6 16.6a3.9 3.9 0 0 1 7.8 0M3 7.6h3.4M3 12h3.4M3 16.4h3.4" />
  </>,
)
export const PeopleIcon = createIcon(
  <>
    <circle cx="9" cy="8.4" r="3.6" />
    <path d="M2.6 19.6a6.4 6.4 0 0 1 12.8 0M16 5.2a3.4 3.4 0 0 1 0 6.4M17.6 14a5.8 5.8 0 0 1 3.8 5.6" />
  </>,
)
export const ClassIcon = createIcon(
  <>
    <rect x="3" y="4" width="18" height="12" rx="1.4" />
    <path d="M7 8.4h6M7 11.6h9M8.4 20.4l2-4.4M15.6 20.4l-2-4.4" />
  </>,
)
export const CalendarIcon = createIcon(
  <>
    <rect x="3.6" y="5" width="16.8" height="15.4" rx="1.4" />
    <path d="M3.6 10h16.8M8 3v4M16 3v4" />
  </>,
)
export const BookIcon = createIcon(
  <path d="M12 6.4C10 4.8 7 4.4 3.6 4.6v13.8c3.4-.2 6.4.2 8.4 1.8 2-1.6 5-2 8.4-1.8V4.6C17 4.4 14 4.8 12 6.4Zm0 0v13.8" />,
)
export const GridIcon = createIcon(
  <>
    <rect x="3.8" y="3.8" width="6.8" height="6.8" rx="1" />
    <rect x="13.4" y="3.8" width="6.8" height="6.8" rx="1" />
    <rect x="3.8" y="13.4" width="6.8" height="6.8" rx="1" />
    <rect x="13.4" y="13.4" width="6.8" height="6.8" rx="1" />
  </>,
)
export const BubbleIcon = createIcon(
  <path d="M12 3.8a8.6 8.2 0 1 1-4 15.4l-4 1 1.2-3.6A8.4 8.2 0 0 1 12 3.8ZM8.2 12v.1M12 12v.1M15.8 12v.1" />,
)
export const ChartIcon = createIcon(<path d="M4 3.8v16.4h16.4M8.4 16v-4.4M12.6 16V7.6M16.8 16v-6.4" />)
export const KeyIcon = createIcon(
  <>
    <circle cx="8" cy="15.6" r="4" />
    <path d="m11 12.8 8.6-8.6M16 7.8l2.6 2.6M13.4 10.4l1.8 1.8" />
  </>,
)
export const GearIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="3.2" />
    <path d="M12 3.2v2.6M12 18.2v2.6M3.2 12h2.6M18.2 12h2.6M5.8 5.8l1.8 1.8M16.4 16.4l1.8 1.8M18.2 5.8l-1.8 1.8M7.6 16.4l-1.8 1.8" />
  </>,
)
export const SwapIcon = createIcon(<path d="M4 8.4h15M15 4.4l4 4-4 4M20 15.6H5M9 11.6l-4 4 4 4" />)
export const FaceIcon = createIcon(
  <>
    <path d="M3.6 8V3.6H8M16 3.6h4.4V8M20.4 16v4.4H16M8 20.4H3.6V16" />
    <circle cx="12" cy="10.4" r="2.8" />
    <path d="M7.6 17.2a4.6 4.6 0 0 1 8.8 0" />
  </>,
)
export const ExportIcon = createIcon(<path d="M12 14.6V3.6M8 7.4l4-4 4 4M5 12v8.4h14V12" />)
export const HouseIcon = createIcon(
  <path d="M3.4 20.4h17.2M5 20.4V9.6L12 4.4l7 5.2v10.8M9.6 20.4v-5.2h4.8v5.2M12 10.2v.1" />,
)
export const HeartIcon = createIcon(
  <path d="M12 20.2C5.6 15.8 3.4 12.6 3.4 9.4A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 8.6 2.4c0 3.2-2.2 6.4-8.6 10.8Z" />,
)
export const BoxIcon = createIcon(
  <path d="m12 3.4 8 4.2v8.8l-8 4.2-8-4.2V7.6Zm0 8.4 8-4.2M12 11.8 4 7.6M12 11.8v8.8" />,
)
export const GiftIcon = createIcon(
  <>
    <path d="M4.6 11h14.8v9.4H4.6ZM3.4 7.4h17.2V11H3.4ZM12 7.4v13" />
    <path d="M12 7.4C9 7.4 7.4 6.4 7.4 5s1-1.8 2-1.8C11 3.2 12 5.4 12 7.4Zm0 0c3 0 4.6-1 4.6-2.4s-1-1.8-2-1.8C13 3.2 12 5.4 12 7.4Z" />
  </>,
)
