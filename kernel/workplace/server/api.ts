export { claimDingTalkKeys, configureDingTalkDistrict, type DingTalkConfig } from './dingtalk-sign-in.ts'
