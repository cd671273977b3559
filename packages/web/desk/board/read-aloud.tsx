import { PauseOutlined, SoundOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { Glyph } from '../glyph.tsx'
import styles from './card.module.css'

/** Reads a card aloud, with the voice that the browser has. Only beside large letters, and not without a voice. */
export function ReadAloud({ title, text }: { title: string; text: string }) {
  const isBig = useBigText()
  const [isReading, setReading] = useState(false)
  const canRead = isBig && 'speechSynthesis' in window
  // Whoever leaves, or starts another card, has heard enough of this one.
  useEffect(() => (isReading ? () => speechSynthesis.cancel() : undefined), [isReading])
  if (!canRead) return null
  const read = () => {
    speechSynthesis.cancel()
    if (isReading) return setReading(false)
    const speech = new SpeechSynthesisUtterance(`${title}。${text}`)
    speech.lang = 'zh-CN'
    speech.onend = () => setReading(false)
    speech.onerror = () => setReading(false)
    setReading(true)
    speechSynthesis.speak(speech)
  }
  return (
    <button type="button" className={styles['aloud']} aria-pressed={isReading} onClick={read}>
      <Glyph of={isReading ? PauseOutlined : SoundOutlined} />
      {isReading ? '停止' : '朗读'}
    </button>
  )
}
