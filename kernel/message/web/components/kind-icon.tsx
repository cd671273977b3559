import { BellOutlined, FileTextOutlined, WarningOutlined } from '@ant-design/icons'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import type { Message, MessageKind } from '../../contract.ts'
import { isUnread } from '../message-state.ts'
import styles from './kind-icon.module.css'

const icons: Record<MessageKind, Icon> = { todo: FileTextOutlined, notice: BellOutlined, alert: WarningOutlined }

interface Props {
  message: Pick<Message, 'kind' | 'readAt' | 'doneAt'>
  size: 'row' | 'head'
}

/** The icon of the message kind; the dot marks an unread message. */
export const KindIcon = ({ message, size }: Props) => (
  <span className={`${styles['icon']} ${styles[message.kind]} ${styles[size]}`}>
    <Glyph of={icons[message.kind]} />
    {isUnread(message) && <span className={styles['dot']} />}
  </span>
)
