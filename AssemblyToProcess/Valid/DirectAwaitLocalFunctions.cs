using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Methods that return other methods' tasks and call local functions. Their second methods get copies of local functions of each kind.</summary>
public static partial class DirectAwaitLocalFunctions
{
    private static int s_calls;

    public static void Forwarding(Trace trace)
    {
        s_calls = 0;
        var turnstile = new Turnstile();
        var derived = new Derived(3);
        var calls = new (string Name, Func<Task<object>> Call)[]
        {
            ("a variable that they change", async () => await Changing(turnstile, 5)),
            ("variables of two blocks", async () => await Nested(turnstile, 3)),
            ("each other", async () => $"{await OfEachOther(turnstile, 7)} {await OfEachOther(turnstile, 8)}"),
            ("of a generic method", async () => $"{await Generic(turnstile, "x", 4)} {await Generic(turnstile, 5.5, 'c')}"),
            ("references", async () => await ByReference(turnstile, 47)),
            ("a reference that one returns", async () => await ReturningAReference(turnstile, new[] { 1, 2, 3 })),
            ("a method group", async () => $"{await OfAMethodGroup(turnstile)} {ReferenceEquals(s_doubling, await Doubling(turnstile))}"),
            ("the caller's name", async () => await Named(turnstile)),
            ("a ValueTask that one returns", async () => $"{await OfAValueTask(turnstile, 0)} {await OfAValueTask(turnstile, 1)}"),
            ("several returns", async () => $"{await Several(turnstile, 0)} {await Several(turnstile, 1)} {await Several(turnstile, 2)} {await Several(turnstile, 3)}"),
            ("an async one that calls the method", async () => await Down(turnstile, 3)),
            ("of an object", async () => $"{await derived.Get(turnstile)} {await derived.Get(turnstile)} {await ((Base)derived).Get(turnstile)}"),
            ("of an override", async () => $"{await derived.Load(turnstile)} {await ((Base)derived).Load(turnstile)} {await new Base(4).Load(turnstile)}"),
            ("of a property", async () => await new Derived(turnstile).Property),
            ("of an interface", async () => $"{await ((IReading)derived).Read(turnstile, 1)} {await ((IReading)new Counter(6)).Read(turnstile, 2)}"),
            ("of a struct", async () => { var counter = new Counter(7); return $"{await counter.Add(turnstile)} {await counter.Add(turnstile)}"; }),
            ("of a generic type", async () => $"{await new Holder<string>.Inner<int>().Get(turnstile, "y", 8)} {await new Holder<int>.Inner<long>().Get(turnstile, 9, 10L)}"),
            ("that stop", async () => await Counting(turnstile)),
#if NET
            ("of an interface's own method", async () => await ((IReading)derived).ReadTwice(turnstile)),
#endif
        };
        foreach (var (name, call) in calls)
        {
            trace.Add(name, turnstile.ResultOf(call()));
        }

        trace.Add("calls", s_calls);
    }

    /// <summary>If a method throws before it has a task, the call itself throws, in the right order with the caller's own side effects.</summary>
    public static async Task Throwing(Trace trace)
    {
        foreach (var kind in new[] { 0, 1, 2, 3 })
        {
            try
            {
                trace.Add("before", await Sum(Noted("left"), await Checked(Noted("right"), kind)));
            }
            catch (Exception e)
            {
                trace.Add("caught", e);
            }
        }

        string Noted(string text)
        {
            trace.Add("argument", text);
            return text;
        }

        Task<int> Checked(string text, int kind)
        {
            trace.Add("called");
            return DirectAwaitLocalFunctions.Checked(text, kind);
        }
    }

    private static async Task<int> Load(Turnstile turnstile, int value)
    {
        await turnstile;
        return 5000 + value;
    }

    private static async Task<T> LoadAny<T>(Turnstile turnstile, T value)
    {
        await turnstile;
        return value;
    }

    private static async ValueTask<int> LoadValue(Turnstile turnstile, int value)
    {
        await turnstile;
        return 6000 + value;
    }

    private static async Task<int> Sum(string text, int value)
    {
        await Task.Yield();
        return text.Length + value;
    }

    private static Task<int> Changing(Turnstile turnstile, int value)
    {
        var count = value;
        Add(1);
        count *= 2;
        Add(3);
        value = Read();
        return Load(turnstile, (value * 100) + count);

        void Add(int more) => count += more;

        int Read()
        {
            value++;
            return count + value;
        }
    }

    private static Task<string> Nested(Turnstile turnstile, int depth)
    {
        var text = "";
        for (var i = 0; i < depth; i++)
        {
            var own = i * 10;
            Append();
            own++;
            Append();

            void Append() => text += $"{Twice(own)},";
        }

        return LoadAny(turnstile, text);

        int Twice(int number)
        {
            return Inner() + Inner();

            int Inner() => number + depth;
        }
    }

    private static Task<string> OfEachOther(Turnstile turnstile, int value)
    {
        var steps = 0;
        var isEven = IsEven(value);
        return isEven ? LoadAny(turnstile, $"even after {steps}") : LoadAny(turnstile, $"odd after {steps}");

        bool IsEven(int number)
        {
            steps++;
            return number == 0 || IsOdd(number - 1);
        }

        bool IsOdd(int number)
        {
            steps++;
            return number != 0 && IsEven(number - 1);
        }
    }

    private static Task<(T, U, string)> Generic<T, U>(Turnstile turnstile, T one, U other)
        where T : notnull
        where U : struct
    {
        var last = one;
        var text = Pick(typeof(T).Name, typeof(U).Name) + Pick(one, last) + Tell<int, U?>(1, other);
        return Both(turnstile, last, other, text);

        V Pick<V>(V first, V second)
            where V : notnull
        {
            last = second is T same ? same : last;
            return first;
        }

        static string Tell<V, W>(V first, W second) => $"{typeof(V).Name}{second}";

        static async Task<(T, U, string)> Both(Turnstile turnstile, T one, U other, string text)
        {
            await turnstile;
            return (one, other, text);
        }
    }

    private static Task<int> ByReference(Turnstile turnstile, in int value)
    {
        var ones = 1;
        Split(value, out var tens, ref ones, 1, 2, 3);
        return Load(turnstile, (tens * 100) + ones);

        static void Split(in int value, out int tens, ref int ones, params int[] more)
        {
            tens = value / 10;
            ones += (value % 10) + more.Length;
        }
    }

    private static Task<int> ReturningAReference(Turnstile turnstile, int[] numbers)
    {
        At(numbers, 1) += 40;
        return Load(turnstile, numbers[1]);

        static ref int At(int[] numbers, int index) => ref numbers[index];
    }

    private static Func<int, int>? s_doubling;

    private static int Double(int number) => 2 * number;

    private static Task<int> OfAMethodGroup(Turnstile turnstile)
    {
        return Load(turnstile, Get()(21));

        static Func<int, int> Get() => s_doubling = Double;
    }

    private static Task<Func<int, int>> Doubling(Turnstile turnstile)
    {
        return LoadAny(turnstile, Get());

        static Func<int, int> Get() => s_doubling ??= Double;
    }

    private static Task<string> Named(Turnstile turnstile)
    {
        return LoadAny(turnstile, Name() + Outer());

        static string Name([CallerMemberName] string name = "") => name;

        static string Outer() => Name();
    }

    private static Task<int> OfAValueTask(Turnstile turnstile, int kind)
    {
        return Get().AsTask();

        ValueTask<int> Get() => kind == 0 ? new ValueTask<int>(4711) : LoadValue(turnstile, kind);
    }

    private static Task<int> Several(Turnstile turnstile, int kind)
    {
        var known = kind;
        Count();
        switch (kind)
        {
            case 0:
                return Task.FromResult(known);
            case 1:
                Count();
                return Slowly(turnstile, known);
            case 2:
                return LoadValue(turnstile, known).AsTask();
            default:
                Count();
                Count();
                return Load(turnstile, known);
        }

        void Count() => known += 10 * ++s_calls;

        static async Task<int> Slowly(Turnstile turnstile, int number)
        {
            await turnstile;
            return 7000 + number;
        }
    }

    private static Task<int> Down(Turnstile turnstile, int depth)
    {
        return IsDown(depth) ? Task.FromResult(8000) : Further(turnstile, depth - 1);

        static bool IsDown(int depth) => depth == 0;

        static async Task<int> Further(Turnstile turnstile, int depth)
        {
            await turnstile;
            return 1 + await Down(turnstile, depth) + (IsDown(depth) ? 100 : 0);
        }
    }

    private static Task<int> Counting(Turnstile turnstile)
    {
        var count = 0;
        while (Goes())
        {
            if (count % 3 == 0)
            {
                continue;
            }

            count += 2;
        }

        return Load(turnstile, count);

        bool Goes() => ++count < 20;
    }

    private static Task<int> Checked(string text, int kind)
    {
        var checks = 0;
        Check();
        return checks > 1 ? Fails(text) : Sum(text, checks);

        void Check()
        {
            checks++;
            switch (kind)
            {
                case 0:
                    throw new ArgumentException("not this");
                case 1:
                    checks++;
                    break;
                case 2:
                    text += "longer";
                    break;
            }
        }

        static async Task<int> Fails(string text)
        {
            await Task.Yield();
            throw new InvalidOperationException(text);
        }
    }
}
