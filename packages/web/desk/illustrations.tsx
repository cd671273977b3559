import type { ReactNode } from 'react'
import { getStarPath } from '#packages/web/core/logo.tsx'
import styles from './illustrations.module.css'

/** Line drawings for empty pages. Colour marks the cause; the star marks hopeful states. */
const createIllustration = (parts: ReactNode) =>
  function Drawing({ width = 128 }: { width?: number }) {
    return (
      <svg width={width} height={(width * 3) / 4} viewBox="0 0 128 96" className={styles['drawing']} aria-hidden="true">
        <path className={styles['ground']} d="M10 84h108" />
        {parts}
      </svg>
    )
  }

export const BookIllustration = createIllustration(
  <>
    <path className={styles['body']} d="M34 20a4 4 0 0 1 4-4h50a4 4 0 0 1 4 4v64H38a4 4 0 0 1-4-4V20Z" />
    <path className={styles['line']} d="M46 16v68" />
    <path className={styles['words']} d="M58 36h22M58 48h22M58 60h14" />
    <path className={styles['star']} d={getStarPath(100, 20, 11)} />
  </>,
)

export const MagnifierIllustration = createIllustration(
  <>
    <circle className={styles['body']} cx="58" cy="42" r="26" />
    <path className={styles['handle']} d="m77 62 20 20" />
    <path className={styles['words']} d="M46 42h24" />
    <path className={styles['star']} d={getStarPath(102, 20, 9)} />
  </>,
)

export const DoorIllustration = createIllustration(
  <g transform="translate(-8)">
    <path className={styles['body']} d="M38 84V14a4 4 0 0 1 4-4h44a4 4 0 0 1 4 4v70" />
    <path className={styles['words']} d="M50 24h26M50 33h14" />
    <circle className={styles['knob']} cx="80" cy="50" r="2.6" />
    <path className={styles['lockBow']} d="M104 62v-6a7 7 0 0 1 14 0v6" />
    <rect className={styles['lock']} x="99" y="62" width="24" height="22" rx="3" />
    <path className={styles['lockHole']} d="M111 70v6" />
  </g>,
)

export const CloudIllustration = createIllustration(
  <>
    <path className={styles['body']} d="M42 70a17 17 0 0 1-2-34 25 25 0 0 1 48-2 18 18 0 0 1-1 36Z" />
    <path className={styles['bolt']} d="M68 42 58 57h11l-7 15" />
  </>,
)

export const ScreenIllustration = createIllustration(
  <>
    <rect className={styles['body']} x="30" y="14" width="68" height="48" rx="4" />
    <path className={styles['line']} d="M64 62v22M52 84h24" />
    <path className={styles['words']} d="M48 38a24 24 0 0 1 32 0M54 45a15 15 0 0 1 20 0" />
    <path className={styles['stroke']} d="m48 50 32-26" />
  </>,
)

export const SignpostIllustration = createIllustration(
  <>
    <path className={styles['line']} d="M64 84V12" />
    <path className={styles['body']} d="M38 20h46l10 9-10 9H38Z" />
    <path className={styles['body']} d="M90 46H48l-10 9 10 9h42Z" />
    <path className={styles['words']} d="M48 29h24M58 55h20" />
  </>,
)

export const CupIllustration = createIllustration(
  <>
    <path className={styles['body']} d="M38 40h44v28a16 16 0 0 1-16 16H54a16 16 0 0 1-16-16Z" />
    <path className={styles['line']} d="M82 48h4a10 10 0 0 1 0 20h-4" />
    <path className={styles['words']} d="M52 30c-4-4 4-8 0-12M66 30c-4-4 4-8 0-12" />
    <path className={styles['star']} d={getStarPath(104, 22, 9)} />
  </>,
)

/** Three people side by side: no people yet. */
export const PeopleIllustration = createIllustration(
  <>
    <circle className={styles['body']} cx="36" cy="42" r="10" />
    <path className={styles['body']} d="M18 84V76a18 18 0 0 1 30-13" />
    <circle className={styles['body']} cx="92" cy="42" r="10" />
    <path className={styles['body']} d="M110 84V76a18 18 0 0 0-30-13" />
    <circle className={styles['body']} cx="64" cy="34" r="12" />
    <path className={styles['body']} d="M42 84V72a22 22 0 0 1 44 0v12" />
    <path className={styles['words']} d="M57 68l7 7 7-7" />
    <path className={styles['star']} d={getStarPath(104, 18, 9)} />
  </>,
)

/** A blackboard over two desks: no class yet. */
export const ClassroomIllustration = createIllustration(
  <>
    <rect className={styles['body']} x="30" y="12" width="68" height="38" rx="3" />
    <path className={styles['words']} d="M42 24h28M42 34h18" />
    <path className={styles['line']} d="M76 50h12" />
    <path className={styles['body']} d="M26 64h32v7H26ZM70 64h32v7H70Z" />
    <path className={styles['line']} d="M31 71v13M53 71v13M75 71v13M97 71v13" />
    <path className={styles['star']} d={getStarPath(106, 20, 9)} />
  </>,
)

/** A sheet that leaves its tray: nothing was exported yet. */
export const OutboxIllustration = createIllustration(
  <>
    <path className={styles['body']} d="M44 66V14a4 4 0 0 1 4-4h24l12 12v44" />
    <path className={styles['line']} d="M72 10v12h12" />
    <path className={styles['words']} d="M54 24h10M54 34h20M54 44h14" />
    <path
      className={styles['body']}
      d="M28 54h18a4 4 0 0 1 4 3l2 5h24l2-5a4 4 0 0 1 4-3h18v26a4 4 0 0 1-4 4H32a4 4 0 0 1-4-4Z"
    />
    <path className={styles['star']} d={getStarPath(104, 22, 9)} />
  </>,
)
