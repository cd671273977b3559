import { BellOutlined, FileTextOutlined, WarningOutlined } from '@ant-design/icons'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import type { Message, MessageKind } from '../../contract.ts'
import styles from './kind-icon.module.css'

const icons: Record<MessageKind, Icon> = { todo: FileTextOutlined, notice: BellOutlined, alert: WarningOutlined }

/** Whether it still wants to be looked at: a to-do that was done, by whomever, does not. */
export const isUnread = ({ readAt, doneAt }: Pick<Message, 'readAt' | 'doneAt'>) => readAt === null && doneAt === null

interface Props {
  message: Pick<Message, 'kind' | 'readAt' | 'doneAt'>
  size: 'row' | 'head'
}

/** What kind of message it is; the dot says that it was not read. */
export const KindIcon = ({ message, size }: Props) => (
  <span className={`${styles['icon']} ${styles[message.kind]} ${styles[size]}`}>
    <Glyph of={icons[message.kind]} />
    {isUnread(message) && <span className={styles['dot']} />}
  </span>
)
