import { Input, type InputRef } from 'antd'
import { useImperativeHandle, useRef } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { FormRow } from '#packages/web/desk/form/form-row.tsx'
import type { CaptchaState } from '../forms/use-captcha.ts'
import styles from './captcha-row.module.css'

/** Empty until too many mistakes were made. */
export const CaptchaRow = ({ captcha }: { captcha: CaptchaState }) =>
  captcha.kind && <CaptchaQuestion captcha={captcha} kind={captcha.kind} />

/** A picture to read, or a question in text for users who cannot see it. */
function CaptchaQuestion({ captcha, kind }: { captcha: CaptchaState; kind: 'image' | 'text' }) {
  const { question, failed, answer, setAnswer, error, field, loadQuestion } = captcha
  const input = useRef<InputRef>(null)
  useImperativeHandle(field, () => input.current!.input!)
  const isText = kind === 'text'
  const another = isText ? '换一题' : '换一张'
  return (
    <FormRow
      label={isText ? question?.question || '验证码' : '图形验证码'}
      error={failed ? `验证码没有加载出来，请点“${another}”` : error}
      hint="错误次数较多，请填写验证码后再保存"
    >
      {(control) => (
        <div className={styles['row']}>
          <Input
            {...control}
            ref={input}
            autoComplete="off"
            // The row appears because the server requires a captcha, so it is the next input.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            spellCheck={false}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
          {!isText && question?.src && <img className={styles['picture']} src={question.src} alt="验证码图片" />}
          <Button type="link" onClick={() => void loadQuestion(kind)}>
            {another}
          </Button>
          <Button type="link" onClick={() => void loadQuestion(isText ? 'image' : 'text')}>
            {isText ? '换成图片' : '换成文字题'}
          </Button>
        </div>
      )}
    </FormRow>
  )
}
