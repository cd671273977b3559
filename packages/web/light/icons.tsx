import type { ReactNode } from 'react'
import styles from './icons.module.css'

/** Icons of the light root: drawn on a 24 grid with one stroke, inline, so that no font and no picture is loaded. */
export const createIcon = (drawing: ReactNode) =>
  function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={styles['icon']}
      >
        {drawing}
      </svg>
    )
  }

export const PersonIcon = createIcon(
  <>
    <circle cx="12" cy="8" r="4.4" />
    <path d="M4.2 20.4a7.8 7.8 0 0 1 15.6 0" />
  </>,
)
export const LockIcon = createIcon(
  <>
    <rect x="4" y="10.5" width="16" height="10.5" rx="1.6" />
    <path d="M7.8 10.5V7.4a4.2 4.2 0 0 1 8.4 0v3.1M12 14.6v2.4" />
  </>,
)
export const EyeIcon = createIcon(
  <>
    <path d="M2.4 12S5.8 5.6 12 5.6 21.6 12 21.6 12 18.2 18.4 12 18.4 2.4 12 2.4 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
)
export const EyeOffIcon = createIcon(
  <>
    <path d="M2.4 12S5.8 5.6 12 5.6 21.6 12 21.6 12 18.2 18.4 12 18.4 2.4 12 2.4 12Z" />
    <circle cx="12" cy="12" r="3" />
    <path d="M4.5 19.5l15-15" />
  </>,
)
export const WarningIcon = createIcon(
  <>
    <path d="M12 4.2 21.4 20H2.6L12 4.2Z" />
    <path d="M12 10.2v4.2M12 17.1v.1" />
  </>,
)
export const CapsLockIcon = createIcon(<path d="M12 3.4 4.6 11h3.8v5h7.2v-5h3.8L12 3.4ZM8.4 20.2h7.2" />)
export const CheckIcon = createIcon(<path d="m5.4 12.6 4.4 4.4 8.8-9.4" />)
export const PhoneIcon = createIcon(
  <>
    <rect x="6.2" y="2.8" width="11.6" height="18.4" rx="1.8" />
    <path d="M12 18v.1" />
  </>,
)
export const HelpIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.4 9.6a2.7 2.7 0 1 1 4.3 2.2c-1.1.8-1.7 1.3-1.7 2.5M12 17v.1" />
  </>,
)
export const TextSizeIcon = createIcon(
  <path d="M3 6.4V4.6h10.4v1.8M8.2 4.6v14.8M6 19.4h4.4M13.6 12.2V10.8h7.4v1.4M17.3 10.8v8.6M15.6 19.4H19" />,
)
