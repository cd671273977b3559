import { useRef, useState } from 'react'
import { Ret } from '#packages/core'
import { CallError } from '#packages/web/core/call-error.ts'

type CaptchaKind = 'image' | 'text'
interface CaptchaQuestionData {
  codeKey: string
  src: string
  question: string
}

export type CaptchaState = ReturnType<typeof useCaptcha>

// Few are ever asked, and a page that only has the form does not wait for what asks the server.
const loadCaptchaApi = async () => ({
  ...(await import('#packages/web/core/call.ts')),
  ...(await import('#kernel/session/contract.ts')),
})

/** The question that a door asks after too many mistakes: nothing is shown before the server wants it. */
export function useCaptcha() {
  const [kind, setKind] = useState<CaptchaKind>()
  const [question, setQuestion] = useState<CaptchaQuestionData>()
  const [failed, setFailed] = useState(false)
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const loadQuestion = async (wanted: CaptchaKind) => {
    setKind(wanted)
    setAnswer('')
    setFailed(false)
    try {
      const { call, sessionApi } = await loadCaptchaApi()
      const {
        codeKey,
        relativeUrl,
        imgUrl,
        question: text,
      } = await call(sessionApi.captcha, {
        query: { kind: wanted },
      })
      setQuestion({ codeKey, src: relativeUrl || imgUrl, question: text })
    } catch {
      setQuestion(undefined)
      setFailed(true)
    }
  }

  /** Sends a call together with the answer, if one was asked for. Every answer is good for one try. */
  const guard = async (send: () => Promise<void>) => {
    if (kind && question) (await loadCaptchaApi()).setCaptcha({ codeKey: question.codeKey, codeNum: answer.trim() })
    setError(undefined)
    try {
      await send()
      // Answered: the next call may need none.
      setKind(undefined)
      setAnswer('')
    } catch (thrown) {
      const isRequired = thrown instanceof CallError && thrown.ret === Ret.captchaNeeded
      if (isRequired && kind) setError(thrown.msg)
      if (isRequired || kind) await loadQuestion(kind ?? 'image')
      if (isRequired) field.current?.focus()
      throw thrown
    }
  }

  /** Whether it may be sent; otherwise the field says what is missing. */
  const isReady = () => {
    if (!kind || answer.trim()) return true
    setError('请输入验证码')
    field.current?.focus()
    return false
  }

  /** Another one, because the user wants it. */
  const reloadQuestion = async (wanted: CaptchaKind) => {
    setError(undefined)
    await loadQuestion(wanted)
    field.current?.focus()
  }

  return { kind, question, failed, answer, setAnswer, error, field, loadQuestion: reloadQuestion, guard, isReady }
}
