import { ExclamationCircleFilled, InfoCircleOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import styles from './card.module.css'

/** What was refused, in place. */
export const Refusal = ({ words }: { words: string | undefined }) =>
  words ? (
    <p className={styles['refusal']} role="alert">
      <Glyph of={ExclamationCircleFilled} />
      {words}
    </p>
  ) : null

/** What there is to know: that the same file has been here before. */
export const Told = ({ words }: { words: string }) =>
  words ? (
    <p className={styles['told']} role="status">
      <Glyph of={InfoCircleOutlined} />
      {words}
    </p>
  ) : null
