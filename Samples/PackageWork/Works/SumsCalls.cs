using Grpc.Core;

namespace PackageWork.Works;

/// <summary>Calls with one message each way.</summary>
internal sealed class SumsCalls() : SumsWork("calls that return, one that is tried again, and now and then one that fails and one out of time", cost: 20)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var client = ClientOf(worker);
        var headers = new Metadata { { "asked-by", $"worker {worker}" } };
        for (var i = 0; i < operations; i++)
        {
            using (var call = client.AddAsync(new() { Left = new() { Value = i, Text = "left" }, Right = new() { Value = worker, Text = "right" } }, headers))
            {
                var sum = await call;
                digest.Add(sum.Value);
                digest.Add(sum.Text);
                digest.Add((await call.ResponseHeadersAsync).Count > 0 ? 1 : 0);
                digest.Add((int)call.GetStatus().StatusCode);
                digest.Add(call.GetTrailers().GetValue("asked-by"));
            }

            digest.Add((await client.RetryAsync(new() { Value = i })).Text);

            // Failing calls are made only every twentieth time, because otherwise their exceptions would be most of the allocations.
            if (i % 20 == 0)
            {
                var refused = await FailureOfAsync(client.RefuseAsync(new() { Value = i }));
                digest.Add(refused.Message);
                digest.Add(refused.Trailers.GetValue("limit"));

                // Chance decides whether the client or the server notices the deadline first, so the message is not compared.
                digest.Add((int)(await FailureOfAsync(client.WaitAsync(new(), deadline: DateTime.UtcNow.AddMilliseconds(20)))).StatusCode);
                using var cancellation = new CancellationTokenSource();
                using var waiting = client.WaitAsync(new(), cancellationToken: cancellation.Token);
                await cancellation.CancelAsync();
                digest.Add((int)(await FailureOfAsync(waiting)).StatusCode);
            }
        }

        return digest;
    }

    private static async Task<RpcException> FailureOfAsync(AsyncUnaryCall<Number> call)
    {
        try
        {
            throw new InvalidOperationException($"A call returned {await call}, and did not fail.");
        }
        catch (RpcException exception)
        {
            return exception;
        }
    }
}
