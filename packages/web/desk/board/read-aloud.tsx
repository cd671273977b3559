import { PauseOutlined, SoundOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { Glyph } from '../glyph.tsx'
import styles from './card.module.css'

/** Reads a card aloud with the browser's voice. Only with large text, and only if there is a voice. */
export function ReadAloud({ title, text }: { title: string; text: string }) {
  const isBig = useBigText()
  const [isReading, setReading] = useState(false)
  const canRead = isBig && 'speechSynthesis' in window
  // Stops when the user leaves or starts another card.
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
