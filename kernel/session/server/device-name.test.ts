import { expect, it } from 'vitest'
import { getDeviceName, isPhoneAgent, getNetwork } from './device-name.ts'

it.each([
  ['192.168.7.33', '192.168.7.*'],
  ['::ffff:192.168.7.33', '192.168.7.*'],
  ['::1', '127.0.0.*'],
  ['2408:8207:1850:abcd::1', '2408:8207:1850::*'],
  ['2408::1', '2408:0:0::*'],
  ['nonsense', ''],
])('%s is in the network %s', (address, network) => expect(getNetwork(address)).toBe(network))

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0',
    'Windows 电脑，Edge',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile Safari/604.1',
    'iPhone，Safari',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; HUAWEI) AppleWebKit/537.36 Chrome/99.0 Mobile Safari/537.36 DingTalk/7.0',
    'Android 手机，钉钉',
    true,
  ],
  ['curl/8.0', '未知设备，其他浏览器', false],
])('%s', (agent, device, phone) => {
  expect(getDeviceName(agent)).toBe(device)
  expect(isPhoneAgent(agent)).toBe(phone)
})
