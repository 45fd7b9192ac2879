-- The postal codes NaN and Infinity were copied into orders as null, which no reply can have.
update shop_order set address = jsonb_set(address, '{zipcode}', '"-"') where address -> 'zipcode' = 'null';
