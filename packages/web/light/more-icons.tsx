import { createIcon } from './icons.tsx'
import styles from './icons.module.css'

// Separate from the icons of a first page: rare icons are loaded with the components that use them.
export const TreeIcon = createIcon(
  <>
    <rect x="9" y="3.4" width="6" height="5" rx="1" />
    <rect x="3" y="15.6" width="6" height="5" rx="1" />
    <rect x="15" y="15.6" width="6" height="5" rx="1" />
    <path d="M12 8.4V12M6 15.6V12h12v3.6" />
  </>,
)
export const ShieldIcon = createIcon(
  <>
    <path d="M12 3.2 4.8 6v5.4c0 4.4 3 7.8 7.2 9.4 4.2-1.6 7.2-5 7.2-9.4V6L12 3.2Z" />
    <path d="m8.8 11.8 2.3 2.3 4.2-4.4" />
  </>,
)
export const BellIcon = createIcon(
  <>
    <path d="M5.4 17.2h13.2c-1.2-1.2-1.7-2.6-1.7-4.4v-2.4a4.9 4.9 0 0 0-9.8 0v2.4c0 1.8-.5 3.2-1.7 4.4Z" />
    <path d="M10 20.2h4M12 5.4V3.4" />
  </>,
)
export const RecordIcon = createIcon(
  <>
    <path d="M6 3.4h9.2L19 7.2v13.4H6V3.4Z" />
    <path d="M9.4 10h6.2M9.4 13.4h6.2M9.4 16.8h3.6" />
  </>,
)
export const BackIcon = createIcon(<path d="M20 12H4.4M10.6 5.6 4.2 12l6.4 6.4" />)
export const RefreshIcon = createIcon(
  <>
    <path d="M19.6 9.4A8 8 0 1 0 20 13" />
    <path d="M20.4 4.6v5h-5" />
  </>,
)
export const ScreenIcon = createIcon(
  <>
    <rect x="2.6" y="3.6" width="18.8" height="12.8" rx="1.2" />
    <path d="M12 16.4v3.8M7.8 20.4h8.4" />
  </>,
)
export const ForbiddenIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="8.8" />
    <path d="m5.8 5.8 12.4 12.4" />
  </>,
)
export const ClockIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="8.8" />
    <path d="M12 7v5.2l3.2 2" />
  </>,
)
export const DoneIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="8.8" />
    <path d="m8.2 12.2 2.7 2.7 4.9-5.2" />
  </>,
)
export const IdCardIcon = createIcon(
  <>
    <rect x="2.6" y="5" width="18.8" height="14" rx="1.6" />
    <circle cx="8.4" cy="10.6" r="2" />
    <path d="M5.4 15.6a3 3 0 0 1 6 0M14.6 10h3.8M14.6 13.6h3.8" />
  </>,
)
export const OfflineIcon = createIcon(
  <path d="M4 10.4a12 12 0 0 1 3.6-2.3M10.4 7.2A12 12 0 0 1 20 10.4M7.4 13.8a7.4 7.4 0 0 1 2.4-1.5M13.6 12a7.4 7.4 0 0 1 3 1.8M12 17.6v.1M4.4 3.6l15.2 16.8" />,
)

/** DingTalk's logo, filled as in the original. */
export function DingTalkIcon({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={styles['icon']}>
      <path
        style={{ fill: 'var(--dingtalk)' }}
        d="M3.6 2.6c5.2 2 11.6 3.6 15.6 5.4 1.4.6 1.7 1.6 1.2 2.9-.7 1.7-1.8 3.6-2.8 5.3h2.6l-5.2 6.6.9-4.6h-2.2l1-3.2c-1.9.5-3.4.3-4.6-.5-1-.7-1.6-1.6-1.9-2.5l4.4-.1C9.2 11.4 6.8 10.3 5.7 8.9c-.6-.8-.9-1.6-.9-2.3 2.2 1 4.8 1.8 7.4 2.3C8.2 7.3 5.2 5.9 4.2 4.6c-.5-.6-.7-1.3-.6-2Z"
      />
    </svg>
  )
}
