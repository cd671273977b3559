import { ReloadOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import {
  BookIllustration,
  CloudIllustration,
  CupIllustration,
  DoorIllustration,
  ScreenIllustration,
} from '../illustrations.tsx'
import { Glyph } from '../glyph.tsx'
import styles from './card.module.css'

/** A card whose data is empty: never used yet, or a day off. */
interface DrawnEmptyCard {
  kind: 'empty' | 'rest'
  title: string
  text: string
  next?: ReactNode
}
/** Or only a line of text. */
export type EmptyCardState = DrawnEmptyCard | { kind: 'line'; text: string }

export function EmptyCard({ kind, title, text, next }: DrawnEmptyCard) {
  return (
    <Frame drawing={kind === 'rest' ? <CupIllustration /> : <BookIllustration />} title={title} text={text}>
      {next}
    </Frame>
  )
}

interface FailureProps {
  /** The name of the failed content, where no title above shows it. */
  what?: string
  error: unknown
  onRetry: () => void
}

/** A card whose data failed to load. Other cards are not affected. */
export function CardFailure({ what = '数据', error, onRetry }: FailureProps) {
  const retry = (
    <Button icon={<Glyph of={ReloadOutlined} />} onClick={onRetry}>
      重试
    </Button>
  )
  if (error instanceof CallError && error.ret === Ret.forbidden) {
    return <Frame drawing={<DoorIllustration />} title="暂无可查看的数据" text="请联系本单位管理员开通。" />
  }
  if (error instanceof CallError && error.status === 0) {
    return (
      <Frame drawing={<ScreenIllustration />} title="网络断开了" text="请检查网络后重试。">
        {retry}
      </Frame>
    )
  }
  return (
    <Frame drawing={<CloudIllustration />} title={`${what}加载失败`} text="其他卡片不受影响，可以继续使用。">
      {retry}
    </Frame>
  )
}

interface FrameProps {
  drawing: ReactNode
  title: string
  text: string
  children?: ReactNode
}

const Frame = ({ drawing, title, text, children }: FrameProps) => (
  <div className={styles['state']} role="status">
    {drawing}
    <div className={styles['stateWords']}>
      <h3 className={styles['stateTitle']}>{title}</h3>
      <p className={styles['stateText']}>{text}</p>
    </div>
    {children}
  </div>
)
