/** Shapes that go over the wire. The only module that the browser and the server both import. */
import * as v from 'valibot';

/** Every answer of the product's API. */
export const envelope = v.object({ code: v.number(), message: v.string(), data: v.unknown() });

export const SUCCESS = 20000;

/** GET /api/web/common/ip */
export const ipData = v.object({ ip: v.pipe(v.string(), v.ip()) });

const place = v.object({ city: v.nullable(v.string()), country: v.nullable(v.string()) });

/** GET /api/web/common/country/getLocationByIp/{ip}: our server answers an object, others a list of one. */
export const locationData = v.object({
  list: v.union([
    place,
    v.pipe(
      v.tuple([place]),
      v.transform(([only]) => only),
    ),
  ]),
});
