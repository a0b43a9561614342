import type { Outage, OutageList } from './outage.ts'

export const noOutages: OutageList = {
  at: '2026-11-24 14:32:00',
  rows: [],
  total: { lostKwh: 0, lostYuan: 0, rate: 0, open: 0 },
  byParty: [],
  mayChange: true,
}

export const openOutage: Outage = {
  id: '5',
  version: 3,
  orderId: '7',
  deviceId: null,
  name: '3 号方阵 2 支路',
  fromTime: '2026-11-24 11:32:00',
  untilTime: null,
  category: 'forced',
  categoryName: '强迫停运',
  party: 'maker',
  partyName: '设备厂家',
  share: 50,
  capacityKwp: 300,
  producedKwh: 0,
  peers: [],
  note: '',
  method: 'irradiance',
  methodName: '辐照',
  inputs: {
    capacityKwp: 300,
    acKw: null,
    pr: 0.8123,
    prSource: 'measured',
    price: 0.3949,
    priceSource: 'station',
    irradiation: 1.8,
    days: { measured: 0, plan: 1, setting: 0 },
    daylightHours: 3,
    sharedHours: 0,
    producedKwh: 0,
    peerYield: null,
    shortfallKwh: null,
  },
  hours: 3,
  lostKwh: 738,
  lostYuan: 291.44,
  rate: 120,
  calculatedTime: '2026-11-24 14:32:00',
}

export const outages: OutageList = {
  ...noOutages,
  rows: [openOutage],
  total: { lostKwh: 738, lostYuan: 291.44, rate: 120, open: 1 },
  byParty: [{ party: 'maker', partyName: '设备厂家', lostKwh: 738, lostYuan: 291.44 }],
}
