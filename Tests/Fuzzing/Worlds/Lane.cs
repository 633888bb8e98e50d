namespace Tests.Fuzzing.Worlds;

/// <summary>
/// One call of a generated method within the trace. Its name is the path of calls that led to it, so that it is the same however calls
/// interleave; nothing is allocated where nothing is traced.
/// </summary>
public sealed class Lane
{
    private readonly string _path;
    private int _calls;

    internal Lane(World world, string path)
    {
        World = world;
        _path = path;
    }

    public World World { get; }

    /// <summary>The lane of a call that is made here.</summary>
    public Lane Call(int site)
    {
        World.Calls++;
        return World.Trace == null ? this : new Lane(World, $"{_path}.{site}#{_calls++}");
    }

    /// <summary>To be called by async lambdas, which share the lane that they capture.</summary>
    public void Begin() => World.Calls++;

    /// <summary>The lane of a continuation that is made here; those of one place share it.</summary>
    public Lane Continuation(int site) => World.Trace == null ? this : new Lane(World, $"{_path}.{site}~");

    public void Log<T>(int site, T value) => World.Trace?.Add(World, _path, site, World.Describe(value));

    /// <summary>Tells a value and hands it on.</summary>
    public T See<T>(int site, T value)
    {
        Log(site, value);
        return value;
    }

    /// <summary>Whether anything may be thrown: not where bytes are measured, since exceptions and their stack traces vary.</summary>
    public bool Throws => !World.IsPeaceful;

    /// <summary>Makes a dictionary's value, as a method group.</summary>
    public int Numbered(int key) => key + 100;

    /// <summary>Makes a dictionary's next value, as a method group.</summary>
    public int NumberedAgain(int key, int old) => key + old + 100;

    /// <summary>Tells which task has won.</summary>
    public int Winner(int site, Task winner)
    {
        Log(site, winner);
        return (int)winner.Status;
    }

    /// <summary>Tells that one has, where it may be another with the same right.</summary>
    public int SomeWinner(int site, Task winner)
    {
        Log(site, winner.IsCompleted);
        return 1;
    }

    public void Caught(int site, Exception exception) => Log(site, exception);

    /// <summary>What a filter answers.</summary>
    public bool Filter(int site, Exception exception, bool answer)
    {
        World.Trace?.Add(World, _path, site, $"filter {answer} {World.Describe(exception)}");
        return answer;
    }

    /// <summary>Gives a task a name, by which the trace tells winners apart; one that is null has none.</summary>
    public TTask Name<TTask>(int site, TTask? task)
        where TTask : Task
    {
        if (World.Trace != null && task != null)
        {
            World.Name(task, $"t{site}");
        }

        return task!;
    }

    /// <summary>What a continuation tells of its antecedent.</summary>
    public void Continued(int site, Task antecedent) => World.Trace?.Add(World, $"{_path}.{site}~", site, World.Describe(antecedent));

    /// <summary>A continuation that names no place.</summary>
    public void Noted(Task antecedent) => Continued(-2, antecedent);

    /// <summary>A resource whose disposal suspends until a promise has ended.</summary>
    public Resource Resource(int site, int promise) => new(this, site, promise);

    /// <summary>Throws within an expression.</summary>
    public int Throw(int site, string message) => Throws ? throw new WorldException($"{message}@{site}") : 0;
}
