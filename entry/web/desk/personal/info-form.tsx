import { Input, Radio } from 'antd'
import { Button } from '#packages/web/desk/button.tsx'
import type { LoginInfo } from '#kernel/session/contract.ts'
import { FormCard, FormFrame } from '#packages/web/desk/form/form-frame.tsx'
import { FormFact, FormRow } from '#packages/web/desk/form/form-row.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { CodeRow } from './code-row.tsx'
import { PictureRow } from './picture-row.tsx'
import { useInfo } from './use-info.ts'

interface Props {
  info: LoginInfo
  onSaved: () => void
  /** Somebody has the code of another organisation. */
  onJoin: () => void
}

/** What people keep up to date of themselves. Numbers are shown masked, and an empty field leaves them as they are. */
export function InfoForm({ info, onSaved, onJoin }: Props) {
  const isPhone = usePhone()
  const { form, change, field, errors, busy, props, file, setFile, step } = useInfo(info, onSaved)
  const { error: phoneError, ...phone } = field('fPhone')
  const { error: idCardError, ...idCard } = field('fidCard')
  const save = (
    <Button type="primary" htmlType="submit" loading={busy}>
      {step ? '验证并保存' : '保存'}
    </Button>
  )
  return (
    <FormFrame title="个人信息" error={errors.whole} foot={save} {...props}>
      <FormCard>
        <PictureRow name={info.realName} file={file} onChange={setFile} />
        <FormRow label="姓名" isGroup>
          {() => <FormFact>{info.realName}</FormFact>}
        </FormRow>
        <FormRow label="任职单位" isGroup>
          {() => (
            <FormFact>
              {info.orgName}
              <Button type="link" onClick={onJoin}>
                用加入码申请任职
              </Button>
            </FormFact>
          )}
        </FormRow>
        <FormRow label="性别" isGroup error={errors.fSex}>
          {() => (
            <Radio.Group
              name="fSex"
              value={form.fSex}
              onChange={({ target }) => change({ fSex: String(target.value) })}
              {...(isPhone && { optionType: 'button', buttonStyle: 'solid', block: true, size: 'large' })}
              options={['男', '女']}
            />
          )}
        </FormRow>
        <FormRow label="手机号" error={phoneError} hint={info.mobile ? '不修改请留空' : undefined}>
          {(control) => (
            <Input
              {...control}
              {...phone}
              type="tel"
              autoComplete="tel"
              maxLength={11}
              placeholder={info.mobile || '请输入手机号'}
            />
          )}
        </FormRow>
        {step && <CodeRow key={step.msgId} step={step} {...field('code')} />}
        {info.idCard ? (
          <FormRow label="身份证号" isGroup hint="如需更正，请联系管理员">
            {() => <FormFact>{info.idCard}</FormFact>}
          </FormRow>
        ) : (
          <FormRow label="身份证号" error={idCardError} hint="只用于核对身份，其他人看不到完整号码">
            {(control) => (
              <Input
                {...control}
                {...idCard}
                autoComplete="off"
                spellCheck={false}
                maxLength={18}
                placeholder="请输入身份证号"
              />
            )}
          </FormRow>
        )}
      </FormCard>
    </FormFrame>
  )
}
