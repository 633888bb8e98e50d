using MassTransit;

namespace PackageWork.Works;

/// <summary>Requests over MassTransit. Every tenth request fails, and every fifth request gets an answer of another type.</summary>
internal sealed class BusRequests() : BusWork("a request and its answer, which may be a failure or another one", cost: 20)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var client = Bus.CreateRequestClient<Ask>();
        for (var i = 0; i < operations; i++)
        {
            try
            {
                var answer = await client.GetResponse<Answer, NoAnswer>(new Ask(worker, i));
                digest.Add(answer.Is(out Response<Answer>? sum) ? sum.Message.Sum : -1);
                digest.Add(answer.Is(out Response<NoAnswer>? none) ? none.Message.Why : "");
            }
            catch (RequestFaultException exception)
            {
                digest.Add(exception.Fault!.Exceptions.Single().Message);
            }
        }

        return digest;
    }

    protected override void Configure(IBusRegistrationConfigurator bus)
    {
        bus.AddConsumer<Answering>();
        bus.UsingInMemory((context, memory) => memory.ConfigureEndpoints(context));
    }

    public sealed record Ask(int Left, int Right);

    public sealed record Answer(int Sum);

    public sealed record NoAnswer(string Why);

    private sealed class Answering : IConsumer<Ask>
    {
        public async Task Consume(ConsumeContext<Ask> context)
        {
            await Task.Yield();
            var (left, right) = context.Message;
            if (right % 10 == 9)
            {
                throw new InvalidOperationException($"{right} cannot be added");
            }

            await (right % 5 == 0
                ? context.RespondAsync(new NoAnswer($"{right} is too much"))
                : context.RespondAsync(new Answer(left + right)));
        }
    }
}
