import { Input, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import type { LoginInfo } from '../../contract.ts'
import { FormFrame } from '#packages/web/desk/form/form-frame.tsx'
import { FieldFormRow, FormFact } from '#packages/web/desk/form/form-row.tsx'
import { MaskDots } from '#packages/web/desk/mask-dots.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import CodeRow from './code-row.tsx'
import { PictureRow } from './picture-row.tsx'
import { useInfoForm } from './use-info.ts'
import styles from './info-form.module.css'

interface Props {
  info: LoginInfo
  onSaved: () => void
  /** The user has an invite code of another organisation. */
  onJoin: () => void
}

/** The user's own data. Numbers are shown masked and are not sent unless the user changes them. */
export function InfoForm({ info, onSaved, onJoin }: Props) {
  const state = useInfoForm(info, onSaved)
  const { errors, busy, props, file, setFile, step } = state
  const save = (
    <Button type="primary" htmlType="submit" loading={busy}>
      {step ? '验证并保存' : '保存'}
    </Button>
  )
  return (
    <FormFrame title="个人信息" error={errors.whole} foot={save} {...props}>
      <div className={styles['card']}>
        <Part title="基本">
          <PictureRow name={info.realName} file={file} onChange={setFile} />
          <FactRow label="姓名" hint="如需更正，请联系管理员">
            {info.realName}
          </FactRow>
          <SexRow state={state} />
          <IdCardRow info={info} state={state} />
        </Part>
        <Part title="联系方式">
          <PhoneRow info={info} state={state} />
          {step && <CodeRow key={step.msgId} challenge={step} {...state.field('code')} />}
        </Part>
        <Part title="任职">
          <FactRow label="任职单位">
            {info.orgName}
            <Button type="link" onClick={onJoin}>
              用加入码申请任职
            </Button>
          </FactRow>
        </Part>
      </div>
    </FormFrame>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['part']} aria-label={title}>
    <h2 className={styles['title']}>{title}</h2>
    {children}
  </section>
)

const plain = { width: 'middle', isRequired: false, error: undefined } as const

const FactRow = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <FieldFormRow {...plain} name={label} label={label} isGroup width="fit" hint={hint}>
    {() => <FormFact>{children}</FormFact>}
  </FieldFormRow>
)

type State = ReturnType<typeof useInfoForm>

function SexRow({ state: { form, change, errors } }: { state: State }) {
  const isPhone = usePhone()
  return (
    <FieldFormRow {...plain} name="fSex" label="性别" isGroup error={errors.fSex}>
      {() => (
        <Radio.Group
          name="fSex"
          value={form.fSex}
          onChange={({ target }) => change({ fSex: String(target.value) })}
          {...(isPhone && { optionType: 'button', buttonStyle: 'solid', block: true, size: 'large' })}
          options={['男', '女']}
        />
      )}
    </FieldFormRow>
  )
}

/** The masked number on file, until the user wants to change it; a change is verified by codes. */
function PhoneRow({ info, state: { field, change } }: { info: LoginInfo; state: State }) {
  const [isChanging, setChanging] = useState(info.mobile === '')
  const { error, ...input } = field('fPhone')
  const turn = (isOn: boolean) => {
    setChanging(isOn)
    change({ fPhone: '' })
  }
  if (!isChanging)
    return (
      <FieldFormRow {...plain} name="fPhone" label="手机号" isGroup width="fit" hint="用于登录、找回密码和接收通知">
        {() => (
          <FormFact>
            <MaskDots value={info.mobile} />
            <Button type="link" aria-label="更换手机号" onClick={() => turn(true)}>
              更换
            </Button>
          </FormFact>
        )}
      </FieldFormRow>
    )
  const hint = info.mobile ? '保存时需要新旧号码的短信验证码' : '保存时需要短信验证码'
  return (
    <FieldFormRow
      {...plain}
      name={'fPhone'}
      label={'手机号'}
      isGroup={false}
      error={error}
      hint={hint}
      mark={
        info.mobile && (
          <Button type="link" onClick={() => turn(false)}>
            不更换
          </Button>
        )
      }
    >
      {(control) => (
        <Input
          {...control}
          {...input}
          type="tel"
          autoComplete="tel"
          maxLength={11}
          placeholder={info.mobile ? '新的手机号' : '请输入手机号'}
          // The new number is what the user types next.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={info.mobile !== ''}
        />
      )}
    </FieldFormRow>
  )
}

function IdCardRow({ info, state: { field } }: { info: LoginInfo; state: State }) {
  const { error, ...input } = field('fidCard')
  if (info.idCard)
    return (
      <FactRow label="身份证号" hint="如需更正，请联系管理员">
        {info.idCard}
      </FactRow>
    )
  const hint = '只用于核对身份，其他人看不到完整号码'
  return (
    <FieldFormRow {...plain} name={'fidCard'} label={'身份证号'} isGroup={false} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          spellCheck={false}
          maxLength={18}
          placeholder="请输入身份证号"
        />
      )}
    </FieldFormRow>
  )
}
