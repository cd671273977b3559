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

// Few users get a captcha, and a page with only the form should not wait for this code.
const loadCaptchaApi = async () => ({
  ...(await import('#packages/web/core/call.ts')),
  ...(await import('../../contract.ts')),
})

/** The captcha of a sign-in form after too many mistakes: hidden until the server requires it. */
export function useCaptcha() {
  const [kind, setKind] = useState<CaptchaKind>()
  const [question, setQuestion] = useState<CaptchaQuestionData>()
  const [failed, setFailed] = useState(false)
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const loadQuestion = async (newKind: CaptchaKind) => {
    setKind(newKind)
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
        query: { kind: newKind },
      })
      setQuestion({ codeKey, src: relativeUrl || imgUrl, question: text })
    } catch {
      setQuestion(undefined)
      setFailed(true)
    }
  }

  /** Sends a call together with the answer, if there is a captcha. Every answer is valid for one try. */
  const guard = async (send: () => Promise<void>) => {
    if (kind && question) (await loadCaptchaApi()).setCaptcha({ codeKey: question.codeKey, codeNum: answer.trim() })
    setError(undefined)
    try {
      await send()
      // Answered: the next call may not need a captcha.
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

  /** Whether the form may be sent; otherwise the field shows what is missing. */
  const isReady = () => {
    if (!kind || answer.trim()) return true
    setError('请输入验证码')
    field.current?.focus()
    return false
  }

  /** Loads another question on request of the user. */
  const reloadQuestion = async (newKind: CaptchaKind) => {
    setError(undefined)
    await loadQuestion(newKind)
    field.current?.focus()
  }

  return { kind, question, failed, answer, setAnswer, error, field, loadQuestion: reloadQuestion, guard, isReady }
}
