namespace Tests.Fuzzing.Worlds;

/// <summary>
/// A call of a generated method, with the call's name in the trace. The name is the path of the calls that led to this call, so it does not depend on how calls
/// interleave. In a run without a trace, a call uses its caller's lane, so that no lane is allocated.
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

    /// <summary>Returns the lane for a call that this call makes.</summary>
    public Lane Call(int site)
    {
        World.Calls++;
        return World.Trace == null ? this : new Lane(World, $"{_path}.{site}#{_calls++}");
    }

    /// <summary>Counts a call of an async lambda. The lambda has no lane of its own: it uses the captured lane.</summary>
    public void Begin() => World.Calls++;

    /// <summary>Returns the lane for a continuation. All continuations that this call creates at one place have the same name.</summary>
    public Lane Continuation(int site) => World.Trace == null ? this : new Lane(World, $"{_path}.{site}~");

    public void Log<T>(int site, T value) => World.Trace?.Add(World, _path, site, World.Describe(value));

    /// <summary>Logs a value and returns it.</summary>
    public T See<T>(int site, T value)
    {
        Log(site, value);
        return value;
    }

    /// <summary>Whether the program's code may throw. It must not throw while bytes are measured, because exceptions and their stack traces vary.</summary>
    public bool Throws => !World.IsPeaceful;

    /// <summary>Computes the value for a new key of a dictionary. Programs pass this method as a method group.</summary>
    public int Numbered(int key) => key + 100;

    /// <summary>Computes the value that replaces an old value of a dictionary. Programs pass this method as a method group.</summary>
    public int NumberedAgain(int key, int old) => key + old + 100;

    /// <summary>Logs which task has won.</summary>
    public int Winner(int site, Task winner)
    {
        Log(site, winner);
        return (int)winner.Status;
    }

    /// <summary>Logs only that some task has won, because a different winner would be equally correct.</summary>
    public int SomeWinner(int site, Task winner)
    {
        Log(site, winner.IsCompleted);
        return 1;
    }

    public void Caught(int site, Exception exception) => Log(site, exception);

    /// <summary>Logs and returns the result of an exception filter.</summary>
    public bool Filter(int site, Exception exception, bool answer)
    {
        World.Trace?.Add(World, _path, site, $"filter {answer} {World.Describe(exception)}");
        return answer;
    }

    /// <summary>Gives a task a name that identifies it in the trace. A null task gets no name.</summary>
    public TTask Name<TTask>(int site, TTask? task)
        where TTask : Task
    {
        if (World.Trace != null && task != null)
        {
            World.Name(task, $"t{site}");
        }

        return task!;
    }

    /// <summary>Logs the antecedent of a continuation.</summary>
    public void Continued(int site, Task antecedent) => World.Trace?.Add(World, $"{_path}.{site}~", site, World.Describe(antecedent));

    /// <summary>Logs the antecedent of a continuation. Programs pass this method as a method group, so they cannot pass the place's number.</summary>
    public void Noted(Task antecedent) => Continued(-2, antecedent);

    /// <summary>Creates a resource whose disposal suspends until a promise has ended.</summary>
    public Resource Resource(int site, int promise) => new(this, site, promise);

    /// <summary>Throws an exception, at a place where the program needs an expression. Returns 0 if the code must not throw.</summary>
    public int Throw(int site, string message) => Throws ? throw new WorldException($"{message}@{site}") : 0;
}
