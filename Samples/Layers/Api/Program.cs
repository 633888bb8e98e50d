using Shop;

// The published application. Its argument is the port to listen on. The application runs until its input ends or until it is stopped.
await using var api = await ShopApi.StartAsync("shop", CancellationToken.None, args.Length > 0 ? int.Parse(args[0]) : 0);
Console.WriteLine($"Listening on {api.EndPoint}");
await Console.In.ReadLineAsync();
