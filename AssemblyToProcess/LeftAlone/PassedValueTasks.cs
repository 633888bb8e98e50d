namespace AssemblyToProcess.LeftAlone;

/// <summary>ValueTasks that the weaver cannot follow, each for a different reason.</summary>
public static class PassedValueTasks
{
    private static ValueTask<int> s_kept;

    public static void Stay(Trace trace)
    {
        All(new Taker(), new Gives());
        trace.Add("kept", s_kept.AsTask().Result);
        var place = default(ValueTask<int>);
        Into(ref place);
        trace.Add("by reference", place.AsTask().Result);
    }

    public static unsafe void All(Taker taker, IGives<ValueTask<int>> gives)
    {
        Kept_by_address();
        Keep(To_what_keeps_it());
        KeepLater(To_what_keeps_it_later()).GetAwaiter().GetResult();
        taker.Take(To_a_virtual_method());
        TakeAny(As_anything());
        Circle(In_circles(), 2);
        delegate*<ValueTask<int>, void> pointer = &Keep;
        pointer(To_a_pointer());
        _ = Compared().Equals(default);
        _ = Given(gives);
    }

    public static void Into(ref ValueTask<int> place) => place = By_reference();

    private static void Kept_by_address()
    {
        var value = By_its_address();
        ref var place = ref Same(ref value);
        place.GetAwaiter().GetResult();
        place = default;
    }

    private static ref ValueTask<int> Same(ref ValueTask<int> value) => ref value;

    private static void Keep(ValueTask<int> value) => s_kept = value;

    private static async Task KeepLater(ValueTask<int> value)
    {
        await Task.Yield();
        s_kept = value;
    }

    private static void TakeAny<T>(T value) => GC.KeepAlive(value);

    private static void Circle(ValueTask<int> value, int times)
    {
        if (times > 0)
        {
            Circle(value, times - 1);
        }
    }

    private static T Given<T>(IGives<T> gives) => gives.Give();

    private static async ValueTask<int> By_its_address() => await Task.FromResult(1);

    private static async ValueTask<int> By_reference() => await Task.FromResult(2);

    private static async ValueTask<int> To_what_keeps_it() => await Task.FromResult(3);

    private static async ValueTask<int> To_what_keeps_it_later() => await Task.FromResult(4);

    private static async ValueTask<int> To_a_virtual_method() => await Task.FromResult(6);

    private static async ValueTask<int> As_anything() => await Task.FromResult(7);

    private static async ValueTask<int> In_circles() => await Task.FromResult(8);

    private static async ValueTask<int> To_a_pointer() => await Task.FromResult(10);

    private static async ValueTask<int> Compared() => await Task.FromResult(11);

    public interface IGives<out T>
    {
        T Give();
    }

    public class Taker
    {
        public virtual void Take(ValueTask<int> value) => value.GetAwaiter().GetResult();
    }

    public sealed class Gives : IGives<ValueTask<int>>
    {
        public async ValueTask<int> Give() => await Task.FromResult(13);
    }
}
