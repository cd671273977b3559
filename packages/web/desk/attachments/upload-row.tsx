import {
  CaretRightOutlined,
  CloseOutlined,
  ExclamationCircleFilled,
  HolderOutlined,
  PauseOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import type { HTMLAttributes, KeyboardEvent } from 'react'
import dots from '../dot-separated.module.css'
import { Glyph, type Icon } from '../glyph.tsx'
import icon from '../icon-button.module.css'
import { FileThumbnail, FileTitle } from './file-thumbnail.tsx'
import type { UploadRow } from './file-row.ts'
import styles from './attachment-rows.module.css'

export interface UploadRowActions {
  onOpen: (key: string) => void
  onRemove: (key: string) => void
  onPause: (key: string) => void
  /** Resumes or retries. */
  onStart: (key: string) => void
  onMove: (key: string, to: number) => void
}

interface Props extends UploadRowActions {
  row: UploadRow
  at: number
  count: number
  isMoving: boolean
  grip: HTMLAttributes<HTMLElement>
}

/** One file of the form: name, progress and actions. */
export function UploadRowLine({ row, at, count, isMoving, grip, ...actions }: Props) {
  const { key, name, state, progress } = row
  const isOnItsWay = state === 'moving' || state === 'resting'
  const move = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (!by) return
    event.preventDefault()
    actions.onMove(key, Math.max(0, Math.min(count - 1, at + by)))
  }
  return (
    // The buttons inside have the focus; the row only handles their keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles['row']}
      data-state={state}
      data-moving={isMoving ? '' : undefined}
      aria-label={`${name}，第 ${at + 1} 个，共 ${count} 个`}
      onKeyDown={move}
    >
      {count > 1 && (
        <span className={styles['grip']} title="拖动或 Alt+↑↓ 调整顺序" {...grip}>
          <Glyph of={HolderOutlined} />
        </span>
      )}
      <FileThumbnail name={name} picture={row.picture} />
      <div className={styles['text']}>
        <FileTitle name={name} onOpen={state === 'done' ? () => actions.onOpen(key) : undefined} />
        <RowStatus row={row} />
      </div>
      <RowButtons row={row} {...actions} />
      {isOnItsWay && (
        <span
          className={styles['track']}
          role="progressbar"
          aria-label={`${name} 上传进度`}
          aria-valuenow={Math.floor(progress * 100)}
        >
          <span style={{ width: `${progress * 100}%` }} />
        </span>
      )}
    </li>
  )
}

function RowStatus({ row: { size, state, statusText } }: { row: UploadRow }) {
  const isWrong = state === 'refused' || state === 'failed'
  return (
    <span className={`${styles['facts']} ${dots['dotted']}`} {...(isWrong && { 'data-wrong': '' })}>
      {isWrong ? (
        <span>
          <Glyph of={ExclamationCircleFilled} /> {statusText}
        </span>
      ) : (
        <>
          <span>{size}</span>
          {statusText && <span>{statusText}</span>}
        </>
      )}
    </span>
  )
}

type ButtonsProps = { row: UploadRow } & Pick<UploadRowActions, 'onRemove' | 'onPause' | 'onStart'>

const RowButtons = ({ row: { key, name, state, isPaused }, onRemove, onPause, onStart }: ButtonsProps) => (
  <>
    {state === 'failed' && <RowButton label="重试" of={name} icon={ReloadOutlined} onPress={() => onStart(key)} />}
    {isPaused && <RowButton label="继续" of={name} icon={CaretRightOutlined} onPress={() => onStart(key)} />}
    {(state === 'moving' || state === 'resting') && !isPaused && (
      <RowButton label="暂停" of={name} icon={PauseOutlined} onPress={() => onPause(key)} />
    )}
    <RowButton
      label={state === 'done' ? '移除' : '取消'}
      of={name}
      icon={CloseOutlined}
      onPress={() => onRemove(key)}
    />
  </>
)

const RowButton = ({
  label,
  of,
  icon: picture,
  onPress,
}: {
  label: string
  of: string
  icon: Icon
  onPress: () => void
}) => (
  <button
    type="button"
    className={`${icon['button']} ${styles['act']}`}
    aria-label={`${label} ${of}`}
    title={label}
    onClick={onPress}
  >
    <Glyph of={picture} />
  </button>
)
